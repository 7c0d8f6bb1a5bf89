# check: pass CommonSubexprElim
# The allocation is rewritten, and its uses with it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        L = T.alloc_buffer((n * 2,))
        L[n * 2 - 1] = A[0]
        A[1] = L[n * 2 - 1]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        cse_v1: T.let[T.int32] = n * 2
        L = T.alloc_buffer((cse_v1,))
        cse_v2: T.let[T.int32] = cse_v1 - 1
        L[cse_v2] = A[0]
        A[1] = L[cse_v2]
