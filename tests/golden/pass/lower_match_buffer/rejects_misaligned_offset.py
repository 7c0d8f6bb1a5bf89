# check: pass LowerMatchBuffer
# The offset of the second region is 8.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i * 8:i * 8 + 8, 8:16])
                M = T.match_buffer(A[i * 8:i * 8 + 8, 8:16], (8, 8), strides=("s0", "s1"), offset_factor=16)  # error: the offset of 'M', i * 128 + 8, must be a multiple of 16
                M[3, 4] = T.float32(1.0)
