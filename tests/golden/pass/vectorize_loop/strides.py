# check: pass VectorizeLoop
# A ramp times a positive number is a ramp; with a negative or unknown one, a product.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for v in T.vectorized(4):
            A[v * 3 + 1] = T.float32(0.0)
            A[9 - v] = T.float32(1.0)
            A[v * n] = T.float32(2.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        A[1:13:3] = T.Broadcast(T.float32(0.0), 4)
        A[9:5:-1] = T.Broadcast(T.float32(1.0), 4)
        A[T.Ramp(0, 1, 4) * T.Broadcast(n, 4)] = T.Broadcast(T.float32(2.0), 4)
