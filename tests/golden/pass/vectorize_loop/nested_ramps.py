# check: pass VectorizeLoop
# Four lanes of four elements side by side are one vector; with gaps they are put together lane by lane.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for v in T.vectorized(4):
            A[v * 4:v * 4 + 4] = T.Broadcast(T.float32(0.0), 4)
            B[v * 8:v * 8 + 4] = T.Broadcast(T.float32(0.0), 4)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        A[0:16] = T.Broadcast(T.float32(0.0), 16)
        B[T.Shuffle([T.Ramp(T.Shuffle([T.Ramp(0, 8, 4)], [0]), 1, 4), T.Ramp(T.Shuffle([T.Ramp(0, 8, 4)], [1]), 1, 4), T.Ramp(T.Shuffle([T.Ramp(0, 8, 4)], [2]), 1, 4), T.Ramp(T.Shuffle([T.Ramp(0, 8, 4)], [3]), 1, 4)], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])] = T.Broadcast(T.float32(0.0), 16)
