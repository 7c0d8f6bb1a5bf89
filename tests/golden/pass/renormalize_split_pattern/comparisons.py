# check: pass RenormalizeSplitPattern
# A comparison with a constant becomes a division, and its dividend is simplified.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096,), "float32"), n: T.int32):
        for k, t in T.grid(4, 128):
            if k * 128 + t < 200:
                A[k * 128 + t] = T.float32(0.0)
            if 8 <= k:
                A[t] = T.float32(0.0)
            if 8 > k:
                A[t] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096,), "float32"), n: T.int32):
        for k, t in T.grid(4, 128):
            if (k * 16 + t // 8) // 25 < 1:
                A[k * 128 + t] = T.float32(0.0)
            if 1 <= k // 8:
                A[t] = T.float32(0.0)
            if k // 8 < 1:
                A[t] = T.float32(0.0)
