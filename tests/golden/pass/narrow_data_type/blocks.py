# check: pass NarrowDataType(32)
# Axes of blocks are narrowed with their values.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(128),), "float32"), B: T.Buffer((T.int64(128),), "float32")):
        for i, j in T.grid(T.int64(16), T.int64(8)):
            with T.sblock("copy"):
                v = T.axis.spatial(T.int64(128), i * T.int64(8) + j)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(128),), "float32"), B: T.Buffer((T.int64(128),), "float32")):
        for i, j in T.grid(16, 8):
            with T.sblock("copy"):
                v = T.axis.spatial(128, i * 8 + j)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v]
