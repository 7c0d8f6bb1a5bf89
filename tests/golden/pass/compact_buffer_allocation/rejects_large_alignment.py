# check: pass CompactBufferAllocation
# A stride cannot be aligned to more than it can be.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32")):
        with T.sblock("root"):
            T.reads(A[0:16, 0:16])
            T.writes()
            S = T.sblock_alloc_buffer((32, 32), scope="shared")
            for i, j in T.grid(16, 16):
                with T.sblock("load"):  # error: the alignment of buffer 'S' to 1 modulo -9223372036854775808 does not fit a stride
                    T.reads(A[i, j])
                    T.writes(S[i, j])
                    T.sblock_attr({"buffer_dim_align": [[0, 0, -9223372036854775808, 1]]})
                    S[i, j] = A[i, j]
