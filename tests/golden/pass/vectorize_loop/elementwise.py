# check: pass VectorizeLoop
# Indices become ranges, and constants vectors.
# report:
#   note: the loop over 'v' becomes vectors of 4 lanes

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i in range(16):
            for v in T.vectorized(4):
                B[i * 4 + v] = A[i * 4 + v] * T.float32(2.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i in range(16):
            B[i * 4:i * 4 + 4] = A[i * 4:i * 4 + 4] * T.Broadcast(T.float32(2.0), 4)
