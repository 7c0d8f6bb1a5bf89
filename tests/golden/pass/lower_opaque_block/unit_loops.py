# check: pass LowerOpaqueBlock
# A loop over one iteration is its body; the value does not fold.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "int32")):
        for u, i in T.grid(1, 32):
            A[i + u] = u * 2

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "int32")):
        for i in range(32):
            A[T.Add(i, 0)] = T.Mul(0, 2)
