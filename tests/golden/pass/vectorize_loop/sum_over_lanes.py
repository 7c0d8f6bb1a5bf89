# check: pass VectorizeLoop
# defect: defect-dependent-lanes
# As in TVM: the last lane alone adds to the sum.

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
        B[T.Broadcast(0, 4)] = T.Broadcast(B[0], 4) + A[0:4]
