# check: pass CompactBufferAllocation

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        with T.sblock("root"):  # error: buffer 'B' is allocated in block 'root' but not accessed in it
            T.reads(A[0:16])
            T.writes()
            B = T.sblock_alloc_buffer((16,))
            T.evaluate(A[0])
