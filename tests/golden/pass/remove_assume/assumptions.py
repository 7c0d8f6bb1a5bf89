# check: pass RemoveAssume
# The loop around an assumption goes, too.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(16):
            T.assume(A[i] > 0)
        if n > 1:
            T.assume(A[0] > 1)
        else:
            A[0] = n

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), n: T.int32):
        if not n > 1:
            A[0] = n
