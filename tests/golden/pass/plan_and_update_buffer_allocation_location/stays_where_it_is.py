# check: pass PlanAndUpdateBufferAllocationLocation
# expect: unchanged
# Two loops access the buffer, and parameters and AllocBuffer statements never move.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
        with T.sblock("root"):
            T.reads(A[0:8])
            T.writes(C[0:8])
            B = T.sblock_alloc_buffer((8,))
            L = T.alloc_buffer((8,))
            for i in range(8):
                L[i] = A[i]
                B[i] = L[i]
            for i in range(8):
                C[i] = B[i]
