# check: pass UnrollLoop
# Every copy allocates its own buffer.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32")):
        for i in T.unroll(2):
            L = T.alloc_local((1,))
            L[0] = A[i]
            A[i] = L[0] * L[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32")):
        L = T.alloc_local((1,))
        L[0] = A[0]
        A[0] = L[0] * L[0]
        L_1 = T.alloc_local((1,))
        L_1[0] = A[1]
        A[1] = L_1[0] * L_1[0]
