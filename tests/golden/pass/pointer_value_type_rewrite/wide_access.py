# check: pass PointerValueTypeRewrite
# An access of eight elements takes two vectors of four.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32x4")):
        for i in range(4):
            A[i * 4:i * 4 + 4] = B[i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32x4"), B: T.Buffer((16,), "float32x4")):
        for i in range(4):
            A[T.Div(i * 4, 4)] = B[i]
