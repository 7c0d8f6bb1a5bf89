# check: pass HoistExpression
# expect: unchanged
# The condition depends on its loop.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), n: T.int32):
        for i in range(8):
            A[i] = T.if_then_else(i < n, T.float32(1.0), T.float32(0.0))
