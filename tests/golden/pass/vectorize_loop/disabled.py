# check: pass VectorizeLoop(False)
# Without vectorization the loop is serial.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for v in T.vectorized(4):
            A[v] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for v in range(4):
            A[v] = T.float32(0.0)
