# check: pass FlattenBuffer
# With strides, the outermost dimension says what the buffer spans.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((4,), "float32")):
        S = T.alloc_buffer((4, 8), strides=(12, 1))
        for i in range(4):
            S[i, 3] = T.float32(1.0)
            B[i] = S[i, 3]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((4,), "float32")):
        B_1 = T.decl_buffer((4,), data=B.data)
        S = T.alloc_buffer((48,))
        for i in range(4):
            S[i * 12 + 3] = T.float32(1.0)
            B_1[i] = S[i * 12 + 3]
