# check: pass UnrollLoop
# Copies need a constant extent.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), n: T.int32):
        for i in T.unroll(n):  # error: the extent of the loop over 'i' is not a constant, so it cannot be unrolled
            A[i] = T.float32(0.0)
