# check: pass RemoveNoOp
# expect: unchanged
# Bindings and allocations stay, used or not, and so do stores that are overwritten.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), n: T.int32):
        v: T.let[T.int32] = n * 2
        L = T.alloc_local((4,))
        A[0] = T.float32(1.0)
        A[0] = T.float32(2.0)
