# check: pass InsertHoistedExpression
# config: s_tir.HoistExpression.hoisted_let_bindings=0
# expect: unchanged
# Bindings are not to move, and the condition depends on one.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32):
        for i in range(8):
            v: T.let[T.int32] = n * 2
            if v > 3:
                A[i] = v
