# check: pass CompactBufferAllocation
# The index of a vector access is an interval, as wide as its lanes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i in range(4):
            with T.sblock("copy"):
                T.reads(A[i * 16:i * 16 + 16])
                T.writes(B[i * 16:i * 16 + 16])
                S = T.sblock_alloc_buffer((64,))
                for j in range(4):
                    S[i * 16 + j * 4:i * 16 + j * 4 + 4] = A[i * 16 + j * 4:i * 16 + j * 4 + 4]
                for j in range(4):
                    B[i * 16 + j * 4:i * 16 + j * 4 + 4] = S[i * 16 + j * 4:i * 16 + j * 4 + 4]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        # with T.sblock("root"):
        for i in range(4):
            with T.sblock("copy"):
                T.reads(A[i * 16:i * 16 + 16])
                T.writes(B[i * 16:i * 16 + 16])
                S = T.sblock_alloc_buffer((16,))
                for j in range(4):
                    S[T.Ramp(i * 16 + j * 4, 1, 4) - T.Broadcast(i * 16, 4)] = A[i * 16 + j * 4:i * 16 + j * 4 + 4]
                for j in range(4):
                    B[i * 16 + j * 4:i * 16 + j * 4 + 4] = S[T.Ramp(i * 16 + j * 4, 1, 4) - T.Broadcast(i * 16, 4)]
