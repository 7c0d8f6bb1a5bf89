# check: pass RemoveAssumeInternal
# The statement goes; the loop around another one is left to RemoveNoOp.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), n: T.int32):
        T.assume(n > 0)
        for i in range(16):
            T.assume(A[i] > 0)
        A[0] = n

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), n: T.int32):
        for i in range(16):
            T.evaluate(0)
        A[0] = n
