# check: pass ConvertBlocksToOpaque
# The bindings of the inner block are written in terms of the outer loops.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for i in range(4):
            with T.sblock("outer"):
                vo = T.axis.spatial(4, i)
                T.reads(A[vo * 8:vo * 8 + 8])
                T.writes(B[vo * 8:vo * 8 + 8])
                for j in range(8):
                    with T.sblock("inner"):
                        vi = T.axis.spatial(32, vo * 8 + j)
                        T.where(vo * 8 + j < 30)
                        T.reads(A[vi])
                        T.writes(B[vi])
                        B[vi] = A[vi]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for i in range(4):
            with T.sblock("outer"):
                T.reads(A[i * 8:i * 8 + 8])
                T.writes(B[i * 8:i * 8 + 8])
                for j in range(8):
                    with T.sblock("inner"):
                        T.where(i * 8 + j < 30)
                        T.reads(A[i * 8 + j])
                        T.writes(B[i * 8 + j])
                        B[i * 8 + j] = A[i * 8 + j]
