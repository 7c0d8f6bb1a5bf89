# check: pass RemoveWeightLayoutRewriteBlock
# A block that computes is not a change of layout.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
        for a in range(8):
            with T.sblock("rewrite"):  # error: a block that rewrites a layout must be one store of a load whose indices are variables
                va = T.axis.spatial(8, a)
                T.reads(W[va])
                T.writes(C[va])
                T.sblock_attr({"meta_schedule.layout_rewrite_preproc": True})
                C[va] = W[va] * T.float32(2.0)
