# check: pass CommonSubexprElim
# expect: unchanged
# Every index occurs once.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i in range(16):
            B[i * 4] = A[i * 2]
