# check: pass RemoveStoreUndefInternal
# The call must not get lost together with the store.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32")):
        A[0] = T.undef() + T.call_extern("int32", "next")  # error: a value that is undefined must have no other effect than to read memory
