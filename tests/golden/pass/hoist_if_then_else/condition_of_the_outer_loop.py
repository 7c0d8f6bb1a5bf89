# check: pass HoistIfThenElse
# The branch moves out of the inner loop only.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for i, j in T.grid(8, 8):
            if i < n:
                A[i * 8 + j] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for i in range(8):
            if i < n:
                for j in range(8):
                    A[i * 8 + j] = T.float32(1.0)
