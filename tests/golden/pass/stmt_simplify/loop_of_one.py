# check: pass StmtSimplify
# The variable of a loop of one iteration is a number; the loop stays.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        for i in range(1):
            A[i + n] = i

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        for i in range(1):
            A[n] = 0
