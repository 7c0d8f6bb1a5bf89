# check: pass FlattenBuffer
# A parameter keeps its shape and gets a flat view; an allocation becomes flat.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8), "float32"), B: T.Buffer((32,), "float32")):
        S = T.alloc_buffer((4, 8))
        for i, j in T.grid(4, 8):
            S[i, j] = A[i, j]
        for i, j in T.grid(4, 8):
            B[i * 8 + j] = S[i, j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8), "float32"), B: T.Buffer((32,), "float32")):
        A_1 = A.view(32)
        B_1 = T.decl_buffer((32,), data=B.data)
        S = T.alloc_buffer((32,))
        for i, j in T.grid(4, 8):
            S[i * 8 + j] = A_1[i * 8 + j]
        for i, j in T.grid(4, 8):
            B_1[i * 8 + j] = S[i * 8 + j]
