# check: pass VectorizeLoop
# expect: unchanged
# Only loops that are marked become vectors.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(16):
            A[i] = T.float32(0.0)
