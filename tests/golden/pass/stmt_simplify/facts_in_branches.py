# check: pass StmtSimplify
# A condition holds in its branch and fails in the other.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        if n < 10:
            if n < 10:
                A[0] = 1
            if n < 20:
                A[1] = 1
        else:
            if n < 10:
                A[2] = 1
            A[3] = 1

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        if n < 10:
            A[0] = 1
            A[1] = 1
        else:
            A[3] = 1
