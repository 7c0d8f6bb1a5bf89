# check: pass InsertHoistIfThenElse
# expect: unchanged
# A condition on the loop, on memory, or next to another statement stays.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for i in range(8):
            if i < n:
                A[i] = T.float32(1.0)
        for i in range(8):
            if A[n] < T.float32(2.0):
                A[i] = T.float32(1.0)
        for i in range(8):
            A[i + 8] = T.float32(1.0)
            if n > 3:
                A[i] = T.float32(1.0)
