# check: pass HoistIfThenElse
# expect: unchanged
# The condition depends on its loop.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for i in range(8):
            if i < n:
                A[i] = T.float32(1.0)
