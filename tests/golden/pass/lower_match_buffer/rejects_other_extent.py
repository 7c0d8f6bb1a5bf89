# check: pass LowerMatchBuffer
# The matched buffer is larger than the region.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i * 8:i * 8 + 8, 0:16])
                M = T.match_buffer(A[i * 8:i * 8 + 8, 0:16], (8, 32), offset_factor=1)  # error: M.shape[1] is 32, but the region that 'M' is matched to has 16
                M[3, 4] = T.float32(1.0)
