# check: pass RemoveStoreUndef
# The branch around the store goes, too.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32"), n: T.int32):
        v: T.let[T.int32] = T.undef() + 1
        if n > 0:
            A[0] = v
        A[1] = 3

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32"), n: T.int32):
        A[1] = 3
