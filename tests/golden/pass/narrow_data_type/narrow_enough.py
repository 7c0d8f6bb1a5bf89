# check: pass NarrowDataType(32)
# expect: unchanged
# Nothing is widened.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32")):
        for i in range(128):
            A[i] = T.float32(0.0)
