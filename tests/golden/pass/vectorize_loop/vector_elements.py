# check: pass VectorizeLoop
# Elements that are vectors multiply the lanes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32x2"), B: T.Buffer((16,), "float32x2")):
        for v in T.vectorized(4):
            B[v] = A[v]
            B[v + 4] = T.Broadcast(T.float32(1.0), 2)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32x2"), B: T.Buffer((16,), "float32x2")):
        B[0:4] = A[0:4]
        B[4:8] = T.Broadcast(T.float32(1.0), 8)
