# check: pass StmtSimplify
# Ranges of loops decide conditions.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        for i in range(16):
            if i < 20:
                A[i] = 1
            if i > 15:
                A[i] = 2

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        for i in range(16):
            A[i] = 1
