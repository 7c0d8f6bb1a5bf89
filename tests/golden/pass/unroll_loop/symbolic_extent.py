# check: pass UnrollLoop
# Copies need a constant extent.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), n: T.int32):
        for i in T.unroll(n):  # error: the loop over 'i' cannot be unrolled: its extent, n, is not a constant from 0 to 2147483647
            A[i] = T.float32(0.0)
