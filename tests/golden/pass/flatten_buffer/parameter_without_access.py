# check: pass FlattenBuffer
# A parameter that is not accessed gets no view.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
        for i, j in T.grid(4, 8):
            B[i, j] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
        B_1 = B.view(32)
        for i, j in T.grid(4, 8):
            B_1[i * 8 + j] = T.float32(0.0)
