# check: pass LowerOpaqueBlock
# The note about a block without a name says so.
# report:
#   note: the unnamed block is taken apart: it allocates 'S'

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        with T.sblock(""):
            T.reads(A[0:8])
            T.writes()
            S = T.sblock_alloc_buffer((8,), scope="shared")
            for i in range(8):
                S[i] = A[i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        S = T.alloc_shared((8,), annotations={"buffer_allocated_addr": [], "buffer_data_alignment": 64})
        for i in range(8):
            S[i] = A[i]
