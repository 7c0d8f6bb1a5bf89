# check: pass CompactBufferAllocation
# A shared tile covers what all threads of a block access; what a local buffer covers is that of one thread.
# report:
#   note: buffer 'L' becomes (1, 64) instead of (128, 64): no more is accessed while it is alive; it is accessed at [bx * 16 + ty, k] for k in [0, 64)
#   note: buffer 'S' becomes (16, 64) instead of (128, 64): no more is accessed while it is alive; it is accessed at [bx * 16 + ty, k] for ty in [0, 16), k in [0, 64)

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128, 64), "float32")):
        for bx in T.thread_binding(8, thread="blockIdx.x"):
            with T.sblock(""):
                T.reads(A[bx * 16:bx * 16 + 16, 0:64])
                T.writes()
                S = T.sblock_alloc_buffer((128, 64), scope="shared")
                for ty in T.thread_binding(16, thread="threadIdx.y"):
                    with T.sblock(""):
                        T.reads(A[bx * 16 + ty, 0:64])
                        T.writes(S[bx * 16 + ty, 0:64])
                        L = T.sblock_alloc_buffer((128, 64), scope="local")
                        for k in range(64):
                            L[bx * 16 + ty, k] = A[bx * 16 + ty, k]
                            S[bx * 16 + ty, k] = L[bx * 16 + ty, k]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128, 64), "float32")):
        for bx in T.thread_binding(8, thread="blockIdx.x"):
            with T.sblock(""):
                T.reads(A[bx * 16:bx * 16 + 16, 0:64])
                T.writes()
                S = T.sblock_alloc_buffer((16, 64), scope="shared")
                for ty in T.thread_binding(16, thread="threadIdx.y"):
                    with T.sblock(""):
                        T.reads(A[bx * 16 + ty, 0:64])
                        T.writes(S[bx * 16 + ty - bx * 16, 0:64])
                        L = T.sblock_alloc_buffer((1, 64), scope="local")
                        for k in range(64):
                            L[bx * 16 + ty - (bx * 16 + ty), k] = A[bx * 16 + ty, k]
                            S[bx * 16 + ty - bx * 16, k] = L[bx * 16 + ty - (bx * 16 + ty), k]
