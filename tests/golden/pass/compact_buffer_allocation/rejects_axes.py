# check: pass CompactBufferAllocation

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.sblock("copy"):  # error: block 'copy' has axes; LowerInitBlock and ConvertBlocksToOpaque lower them
                v = T.axis.spatial(16, i)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v]
