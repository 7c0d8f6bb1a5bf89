# check: pass CompactBufferAllocation
# The region that a buffer is matched to moves with the buffer; an AllocBuffer statement shrinks, too.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32")):
        for i in range(16):
            with T.sblock("row"):
                T.reads(A[i, 0:16])
                T.writes()
                B = T.sblock_alloc_buffer((16, 16))
                with T.sblock("copy"):
                    T.reads(A[i, 0:16])
                    T.writes(B[i, 0:16])
                    M = T.match_buffer(B[i, 0:16], (16,), offset_factor=1)
                    L = T.alloc_buffer((16,))
                    for j in range(8):
                        L[j + 4] = A[i, j]
                        M[j] = L[j + 4]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32")):
        for i in range(16):
            with T.sblock("row"):
                T.reads(A[i, 0:16])
                T.writes()
                B = T.sblock_alloc_buffer((1, 16))
                with T.sblock("copy"):
                    T.reads(A[i, 0:16])
                    T.writes(B[i - i, 0:16])
                    M = T.match_buffer(B[i - i, 0:16], (16,), offset_factor=1)
                    L = T.alloc_buffer((8,))
                    for j in range(8):
                        L[j + 4 - 4] = A[i, j]
                        M[j] = L[j + 4 - 4]
