# check: pass UnrollLoop
# config: tirx.UnrollLoop.unroll_local_access=1
# A loop that indexes registers is unrolled; the other one is not.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        L = T.alloc_local((2,))
        for i in range(2):
            L[i] = A[i]
        for j in range(2):
            A[j] = T.float32(0.0)
        A[2] = L[0] + L[1]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        L = T.alloc_local((2,))
        L[0] = A[0]
        L[1] = A[1]
        for j in range(2):
            A[j] = T.float32(0.0)
        A[2] = L[0] + L[1]
