# check: pass HoistExpression
# The choice in the expression becomes a choice between loops.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), n: T.int32):
        for i in range(8):
            A[i] = T.if_then_else(3 < n, T.float32(1.0), T.float32(0.0))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), n: T.int32):
        if 3 < n:
            for i in range(8):
                A[i] = T.float32(1.0)
        else:
            for i in range(8):
                A[i] = T.float32(0.0)
