# check: pass StmtSimplify
# expect: unchanged
# The content of a buffer may have changed since it was read.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        if 0 < A[0]:
            A[0] = 0
            if 0 < A[0]:
                A[1] = 1
