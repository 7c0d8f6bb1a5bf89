# check: pass LowerMatchBuffer
# Both matches lead to the same buffer.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i * 8:i * 8 + 8, 0:16])
                M = T.match_buffer(A[i * 8:i * 8 + 8, 0:16], (8, 16), offset_factor=1)
                for j in range(8):
                    with T.sblock("row"):
                        T.reads()
                        T.writes(M[j, 0:16])
                        row = T.match_buffer(M[j, 0:16], (16,), offset_factor=1)
                        row[2] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i * 8:i * 8 + 8, 0:16])
                for j in range(8):
                    with T.sblock("row"):
                        T.reads()
                        T.writes(A[i * 8 + j, 0:16])
                        A[i * 8 + j, 2] = T.float32(1.0)
