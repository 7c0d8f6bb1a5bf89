# check: pass CommonSubexprElim
# expect: unchanged
# Loads may give another value the next time, calls may have an effect, and conditions stay where they are.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32):
        for i in range(16):
            if i < n:
                B[i] = A[i] * T.exp(A[i])
            if i < n:
                B[i] = A[i] * T.exp(A[i])
