# check: pass VectorizeLoop
# A condition that is the same for all lanes stays; another one needs a loop over lanes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for v in T.vectorized(4):
            if 3 < n:
                A[v] = T.float32(0.0)
            if v < n:
                A[v + 4] = T.float32(0.0)
            A[v + 8] = T.Select(v < n, T.float32(0.0), T.float32(1.0))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        if 3 < n:
            A[0:4] = T.Broadcast(T.float32(0.0), 4)
        for v_s in range(4):
            if v_s < n:
                A[v_s + 4] = T.float32(0.0)
        A[8:12] = T.Select(T.Ramp(0, 1, 4) < T.Broadcast(n, 4), T.Broadcast(T.float32(0.0), 4), T.Broadcast(T.float32(1.0), 4))
