# check: pass InsertHoistIfThenElse
# not idempotent: the inner branch is found again
# The loop is copied for the other case.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for i in range(8):
            if n > 3:
                A[i] = T.float32(1.0)
            else:
                A[i] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        if n > 3:
            for i in range(8):
                if n > 3:
                    A[i] = T.float32(1.0)
                else:
                    A[i] = T.float32(0.0)
        else:
            for i in range(8):
                if n > 3:
                    A[i] = T.float32(1.0)
                else:
                    A[i] = T.float32(0.0)
