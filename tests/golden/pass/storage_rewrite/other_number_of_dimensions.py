# check: pass StorageRewrite
# A view cannot have fewer physical dimensions than the memory.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        S = T.alloc_buffer((8, 8), axis_separators=[1])
        V = S.view(64)
        V[0] = A[0]  # error: 'V' is accessed with 1 physical dimensions, but allocated with 2
