# check: pass StorageRewrite
# VectorizeLoop runs before.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        for i in T.vectorized(4):  # error: a vectorized loop is left; VectorizeLoop replaces it
            B[i] = A[i]
