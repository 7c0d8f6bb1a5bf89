# check: pass FlattenBuffer
# LowerMatchBuffer runs before.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8), "float32")):
        with T.sblock("row"):  # error: block 'row' matches a region as 'W'; LowerMatchBuffer removes it
            T.reads()
            T.writes(A[0, 0:8])
            W = T.match_buffer(A[0, 0:8], (8,))
            W[0] = T.float32(0.0)
