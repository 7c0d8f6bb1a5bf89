# check: pass StorageRewrite
# Allocations and views without accesses go.
# report:
#   note: 'S' is never accessed: its allocation is deleted

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        S = T.alloc_buffer((64,))
        V = A.view(64)
        B[0] = A[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        B[0] = A[0]
