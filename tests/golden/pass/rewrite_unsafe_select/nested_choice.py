# check: pass RewriteUnsafeSelect
# The inner choice is made safe; the outer one has no load of its own to guard.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), n: T.int32):
        for i in range(8):
            B[i] = T.Select(i < n, T.Select(i < 4, A[i], T.float32(0.0)), T.float32(1.0))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), n: T.int32):
        for i in range(8):
            B[i] = T.Select(i < n, T.if_then_else(i < 4, A[i], T.float32(0.0)), T.float32(1.0))
