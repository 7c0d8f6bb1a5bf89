# check: pass VectorizeLoop
# defect: defect-merged-ramps
# As in TVM, vectors that overlap become a longer one: eight elements instead of six.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for v in T.vectorized(2):
            A[v * 2:v * 2 + 4] = T.Broadcast(T.float32(0.0), 4)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        A[0:8] = T.Broadcast(T.float32(0.0), 8)
