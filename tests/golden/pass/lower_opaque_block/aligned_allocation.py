# check: pass LowerOpaqueBlock
# A request for padding goes with the allocation.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 8), "float32")):
        with T.sblock("outer"):
            T.reads(A[0:8, 0:8])
            T.writes()
            S = T.sblock_alloc_buffer((8, 8), strides=(9, 1), scope="shared")
            for i, j in T.grid(8, 8):
                with T.sblock("load"):
                    T.reads(A[i, j])
                    T.writes(S[i, j])
                    T.sblock_attr({"buffer_dim_align": [[0, 0, 8, 1]]})
                    S[i, j] = A[i, j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 8), "float32")):
        S = T.alloc_shared((8, 8), strides=(9, 1), annotations={"buffer_allocated_addr": [], "buffer_data_alignment": 64, "buffer_dim_align": [[-1, 0, 8, 1]]})
        for i, j in T.grid(8, 8):
            S[i, j] = A[i, j]
