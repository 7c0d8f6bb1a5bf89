# check: pass ForceNarrowIndexToInt32
# expect: unchanged
# Nothing has 64 bits.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        for i in range(16):
            A[i] = T.float32(0.0)
