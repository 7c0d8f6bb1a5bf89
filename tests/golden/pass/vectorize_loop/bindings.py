# check: pass VectorizeLoop
# A binding of a vector is one; a statement that needs scalars binds its lane again.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for v in T.vectorized(4):
            x: T.let[T.float32] = A[v]
            B[v] = x + x
            B[v + 4] = T.erf(x)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        x: T.let[T.float32x4] = A[0:4]
        B[0:4] = x + x
        for v_s in range(4):
            x_1: T.let[T.float32] = A[v_s]
            B[v_s + 4] = T.erf(x_1)
