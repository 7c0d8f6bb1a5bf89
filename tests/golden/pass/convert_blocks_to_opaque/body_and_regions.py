# check: pass ConvertBlocksToOpaque
# The value replaces the axis in the body and in the declared regions, without folding.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for i, j in T.grid(4, 8):
            with T.sblock("copy"):
                v = T.axis.spatial(32, i * 8 + j)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v] + T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for i, j in T.grid(4, 8):
            with T.sblock("copy"):
                T.reads(A[i * 8 + j])
                T.writes(B[i * 8 + j])
                B[i * 8 + j] = A[i * 8 + j] + T.float32(1.0)
