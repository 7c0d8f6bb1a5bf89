# check: pass StmtSimplify
# A store of what was loaded from the same place goes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        for i in range(16):
            A[i] = A[i]
            A[i + 16] = 0

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        for i in range(16):
            A[i + 16] = 0
