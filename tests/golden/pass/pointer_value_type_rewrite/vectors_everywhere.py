# check: pass PointerValueTypeRewrite
# Parameters and allocations become memory of vectors; single elements are taken out of them.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((1,), "float32")):
        L = T.alloc_local((8,))
        L[0:4] = A[0:4]
        L[4:8] = A[4:8]
        B[0] = L[5] + L[6]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32x4"), B: T.Buffer((1,), "float32")):
        L = T.alloc_local((2,), "float32x4")
        L[0] = A[0]
        L[1] = A[1]
        B[0] = T.Shuffle([L[1]], [1]) + T.Shuffle([L[1]], [2])
