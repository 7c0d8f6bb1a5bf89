# check: pass RemoveWeightLayoutRewriteBlock
# expect: unchanged
# Only blocks with the annotation rewrite a layout.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8, 8), "float32"), C: T.Buffer((8,), "float32")):
        for a in range(8):
            with T.sblock("use"):
                va = T.axis.spatial(8, a)
                T.reads(W[va, 0])
                T.writes(C[va])
                C[va] = W[va, 0]
