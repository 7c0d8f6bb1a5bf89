# check: pass RenormalizeSplitPattern
# expect: unchanged
# Nothing is by a constant.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096,), "float32"), n: T.int32):
        for k, t in T.grid(4, 128):
            if k * 128 + t < n:
                A[(k * 128 + t) // n] = T.float32(0.0)
