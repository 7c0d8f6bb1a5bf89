# check: pass LowerMatchBuffer
# Indices are shifted by the start of the region.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i * 8:i * 8 + 8, 0:16])
                M = T.match_buffer(A[i * 8:i * 8 + 8, 0:16], (8, 16), offset_factor=1)
                M[3, 4] = M[2, 4]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i * 8:i * 8 + 8, 0:16])
                A[i * 8 + 3, 4] = A[i * 8 + 2, 4]
