# check: pass LoopPartition
# expect: unchanged
# Conditions without a mark or a hint do not count.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for i in range(n):
            if i < 4:
                A[i] = T.float32(0.0)
