# check: pass LowerMatchBuffer
# The strides of the source buffer are kept.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        with T.sblock("outer"):
            T.reads(A[0:64, 0:16])
            T.writes()
            S = T.sblock_alloc_buffer((64, 16), strides=(17, 1), scope="shared")
            for i in range(8):
                with T.sblock("b"):
                    T.reads()
                    T.writes(S[i * 8:i * 8 + 8, 0:16])
                    M = T.match_buffer(S[i * 8:i * 8 + 8, 0:16], (8, 16), strides=("s0", "s1"), scope="shared", offset_factor=1)
                    T.call_extern("int32", "fill", M.data, M.elem_offset, M.strides[0])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        with T.sblock("outer"):
            T.reads(A[0:64, 0:16])
            T.writes()
            S = T.sblock_alloc_buffer((64, 16), strides=(17, 1), scope="shared")
            for i in range(8):
                with T.sblock("b"):
                    T.reads()
                    T.writes(S[i * 8:i * 8 + 8, 0:16])
                    T.call_extern("int32", "fill", S.data, i * 136, 17)
