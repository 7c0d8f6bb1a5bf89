# check: pass InsertHoistIfThenElse
# not idempotent: the inner branch is found again
# The condition is decided in front of both loops; the inner branch is left to simplification.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for i, j in T.grid(8, 8):
            if n > 3:
                A[i * 8 + j] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        if n > 3:
            for i, j in T.grid(8, 8):
                if n > 3:
                    A[i * 8 + j] = T.float32(1.0)
