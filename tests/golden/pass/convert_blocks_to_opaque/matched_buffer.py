# check: pass ConvertBlocksToOpaque
# The source of a match is rewritten, too.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for i in range(4):
            with T.sblock("fill"):
                v = T.axis.spatial(4, i)
                T.reads()
                T.writes(B[v * 8:v * 8 + 8])
                part = T.match_buffer(B[v * 8:v * 8 + 8], (8,), offset_factor=1)
                part[0] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for i in range(4):
            with T.sblock("fill"):
                T.reads()
                T.writes(B[i * 8:i * 8 + 8])
                part = T.match_buffer(B[i * 8:i * 8 + 8], (8,), offset_factor=1)
                part[0] = T.float32(1.0)
