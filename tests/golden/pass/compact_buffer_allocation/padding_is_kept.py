# check: pass CompactBufferAllocation
# The rows of the smaller buffer are 1 modulo 16 apart, as the annotation says.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32")):
        with T.sblock("root"):
            T.reads(A[0:16, 0:16])
            T.writes()
            S = T.sblock_alloc_buffer((32, 32), scope="shared")
            for i, j in T.grid(16, 16):
                with T.sblock("load"):
                    T.reads(A[i, j])
                    T.writes(S[i, j])
                    T.sblock_attr({"buffer_dim_align": [[0, 0, 16, 1]]})
                    S[i, j] = A[i, j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32")):
        with T.sblock("root"):
            T.reads(A[0:16, 0:16])
            T.writes()
            S = T.sblock_alloc_buffer((16, 16), strides=(17, 1), scope="shared")
            for i, j in T.grid(16, 16):
                with T.sblock("load"):
                    T.reads(A[i, j])
                    T.writes(S[i, j])
                    T.sblock_attr({"buffer_dim_align": [[0, 0, 16, 1]]})
                    S[i, j] = A[i, j]
