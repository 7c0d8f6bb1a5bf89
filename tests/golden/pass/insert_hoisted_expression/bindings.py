# check: pass InsertHoistedExpression
# The binding does not depend on the inner loop.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32):
        for i, j in T.grid(8, 8):
            v: T.let[T.int32] = n * i
            A[i * 8 + j] = v

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32):
        for i in range(8):
            v: T.let[T.int32] = n * i
            for j in range(8):
                A[i * 8 + j] = v
