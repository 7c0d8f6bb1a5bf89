# check: pass TextureFlatten
# expect: unchanged
# Other memory stays.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2, 4), "float32")):
        A[0, 0] = T.float32(0.0)
