# check: pass CompactBufferAllocation(is_strict=False)
# The buffer may become larger than it was: the last tile reaches beyond its end.

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
                    B[j] = T.if_then_else(i * 32 + j < 127, A[i * 32 + j], T.float32(0.0))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((127,), "float32")):
        for i in range(4):
            with T.sblock(""):
                T.reads(A[i * 32:i * 32 + 32])
                T.writes()
                B = T.sblock_alloc_buffer((32,))
                for j in range(32):
                    B[j] = T.if_then_else(i * 32 + j < 127, A[i * 32 + j], T.float32(0.0))
