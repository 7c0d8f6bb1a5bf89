# check: pass VectorizeLoop
# mode: sound
# Vectors side by side are joined, whatever the number of lanes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for v in T.vectorized(2):
            A[v * 4:v * 4 + 4] = T.Broadcast(T.float32(0.0), 4)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        A[0:8] = T.Broadcast(T.float32(0.0), 8)
