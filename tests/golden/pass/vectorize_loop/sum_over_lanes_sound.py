# check: pass VectorizeLoop
# mode: sound
# Each iteration uses the sum of the one before.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((1,), "float32")):
        for i in T.vectorized(4):
            B[0] = B[0] + A[i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((1,), "float32")):
        for i in range(4):
            B[0] = B[0] + A[i]
