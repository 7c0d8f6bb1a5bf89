# check: pass LowerMatchBuffer
# An extent that is a variable becomes that of the region.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i * 8:i * 8 + 8, 0:16])
                k = T.int32()
                M = T.match_buffer(A[i * 8:i * 8 + 8, 0:16], (k, 16), offset_factor=1)
                T.call_extern("int32", "fill", M.data, k)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i * 8:i * 8 + 8, 0:16])
                T.call_extern("int32", "fill", A.data, 8)
