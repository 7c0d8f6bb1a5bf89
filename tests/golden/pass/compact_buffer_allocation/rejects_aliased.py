# check: pass CompactBufferAllocation
# Two buffers use the memory: it is not known which elements are whose.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        with T.sblock("root"):  # error: buffer 'B', which block 'root' allocates, shares its memory with another buffer
            T.reads(A[0:16])
            T.writes()
            B = T.sblock_alloc_buffer((16,))
            C = B.view(4, 4)
            for i in range(8):
                B[i] = A[i]
                C[i // 4, i % 4] = A[i]
