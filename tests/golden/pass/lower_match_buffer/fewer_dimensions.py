# check: pass LowerMatchBuffer
# A row of a matrix has one dimension.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i, 0:16])
                row = T.match_buffer(A[i, 0:16], (16,), offset_factor=1)
                for j in range(16):
                    row[j] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i, 0:16])
                for j in range(16):
                    A[i, j] = T.float32(0.0)
