# check: pass RemoveWeightLayoutRewriteBlock
# The parameter takes the new layout, and the block that made it is empty.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((8, 8), "float32"), C: T.Buffer((8,), "float32")):
        V = T.sblock_alloc_buffer((8, 2, 4))
        for a, b in T.grid(8, 8):
            with T.sblock("rewrite"):
                va, vb = T.axis.remap("SS", [a, b])
                T.reads(W[va, vb])
                T.writes(V[vb, va // 4, va % 4])
                T.sblock_attr({"meta_schedule.layout_rewrite_preproc": True})
                V[vb, va // 4, va % 4] = W[va, vb]
        for a in range(8):
            with T.sblock("use"):
                va = T.axis.spatial(8, a)
                T.reads(V[va, 0, 0])
                T.writes(C[va])
                C[va] = V[va, 0, 0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(V: T.Buffer((8, 2, 4), "float32"), C: T.Buffer((8,), "float32")):
        for a, b in T.grid(8, 8):
            with T.sblock("rewrite"):
                va, vb = T.axis.remap("SS", [a, b])
                T.reads()
                T.writes()
                T.sblock_attr({"meta_schedule.layout_rewrite_preproc": True})
                T.evaluate(0)
        for a in range(8):
            with T.sblock("use"):
                va = T.axis.spatial(8, a)
                T.reads(V[va, 0, 0])
                T.writes(C[va])
                C[va] = V[va, 0, 0]
