# check: pass PointerValueTypeRewrite
# Booleans are bytes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "bool"), B: T.Buffer((8,), "bool")):
        for i in range(2):
            B[i * 4:i * 4 + 4] = A[i * 4:i * 4 + 4]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "int8x4"), B: T.Buffer((2,), "int8x4")):
        for i in range(2):
            B[T.Div(i * 4, 4)] = A[T.Div(i * 4, 4)]
