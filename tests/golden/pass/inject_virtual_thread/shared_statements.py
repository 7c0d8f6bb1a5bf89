# check: pass InjectVirtualThread
# The buffer gets room for both instances; what does not depend on them happens once.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
        vt = T.launch_thread("vthread", 2)
        L = T.alloc_local((4,))
        for j in range(4):
            L[j] = A[vt * 4 + j]
        for j in range(4):
            C[j] = T.float32(0.0)
        for j in range(4):
            B[vt * 4 + j] = L[j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
        L = T.alloc_local((8,))
        L_1 = T.Buffer((16,), data=L.data, scope="local")
        for j in range(4):
            L_1[T.Mul(0, 4) + j] = A[T.Mul(0, 4) + j]
            L_1[T.Mul(1, 4) + j] = A[T.Mul(1, 4) + j]
        for j in range(4):
            C[j] = T.float32(0.0)
        for j in range(4):
            B[T.Mul(0, 4) + j] = L_1[T.Mul(0, 4) + j]
            B[T.Mul(1, 4) + j] = L_1[T.Mul(1, 4) + j]
