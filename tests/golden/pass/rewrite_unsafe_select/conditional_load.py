# check: pass RewriteUnsafeSelect
# The load may be out of bounds where the condition does not hold.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), n: T.int32):
        for i in range(8):
            B[i] = T.Select(i < n, A[i], T.float32(0.0))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), n: T.int32):
        for i in range(8):
            B[i] = T.if_then_else(i < n, A[i], T.float32(0.0))
