# check: pass LowerMatchBuffer
# The variables of the matched buffer become values.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i * 8:i * 8 + 8, 0:16])
                M = T.match_buffer(A[i * 8:i * 8 + 8, 0:16], (8, 16), strides=("s0", "s1"), offset_factor=8)
                T.call_extern("int32", "fill", M.data, M.elem_offset, M.strides[0], M.strides[1])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i * 8:i * 8 + 8, 0:16])
                T.call_extern("int32", "fill", A.data, i * 128, 16, 1)
