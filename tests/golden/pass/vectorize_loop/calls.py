# check: pass VectorizeLoop
# Some operations work lane by lane; functions take one value after another.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for v in T.vectorized(4):
            A[v] = T.exp(A[v])
            A[v + 4] = T.erf(A[v])
            A[v + 8] = T.if_then_else(A[0] < T.float32(0.0), A[v], T.float32(1.0))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        A[0:4] = T.exp(A[0:4])
        for v_s in range(4):
            A[v_s + 4] = T.erf(A[v_s])
        A[8:12] = T.if_then_else(A[0] < T.float32(0.0), A[0:4], T.Broadcast(T.float32(1.0), 4))
