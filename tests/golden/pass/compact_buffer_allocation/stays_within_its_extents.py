# check: pass CompactBufferAllocation
# expect: unchanged
# The last tile reaches beyond the buffer, which does not grow.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((127,), "float32")):
        for i in range(4):
            with T.sblock(""):
                T.reads(A[i * 32:i * 32 + 32])
                T.writes()
                B = T.sblock_alloc_buffer((20,))
                for j in range(32):
                    B[j] = A[i * 32 + j]
