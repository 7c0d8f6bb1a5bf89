# check: pass RemoveStoreUndefInternal
# An undefined index could be anywhere.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32")):
        A[T.undef()] = 1  # error: an index is undefined
