# check: pass PlanAndUpdateBufferAllocationLocation
# not idempotent: a global buffer goes to the loop over blocks, around the block that allocates it now
# A shared buffer moves to its accesses; a global one stays at the loop over blocks. Conditions bound regions.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        with T.sblock("root"):
            T.reads(A[0:64])
            T.writes(A[0:64])
            G = T.sblock_alloc_buffer((64,))
            S = T.sblock_alloc_buffer((64,), scope="shared")
            for bx in T.thread_binding(4, thread="blockIdx.x"):
                for tx in T.thread_binding(16, thread="threadIdx.x"):
                    if tx < 8:
                        for j in range(2):
                            G[bx * 16 + tx * 2 + j] = A[bx * 16 + tx * 2 + j]
                            S[tx * 2 + j] = G[bx * 16 + tx * 2 + j]
                            A[bx * 16 + tx * 2 + j] = S[tx * 2 + j] + T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        with T.sblock("root"):
            T.reads(A[0:64])
            T.writes(A[0:64])
            for bx in T.thread_binding(4, thread="blockIdx.x"):
                with T.sblock(""):
                    T.reads(A[bx * 16:bx * 16 + 16])
                    T.writes(A[bx * 16:bx * 16 + 16])
                    G = T.sblock_alloc_buffer((64,))
                    for tx in T.thread_binding(16, thread="threadIdx.x"):
                        if tx < 8:
                            for j in range(2):
                                with T.sblock(""):
                                    T.reads(A[bx * 16 + tx * 2 + j], G[bx * 16 + tx * 2 + j])
                                    T.writes(G[bx * 16 + tx * 2 + j], A[bx * 16 + tx * 2 + j])
                                    S = T.sblock_alloc_buffer((64,), scope="shared")
                                    G[bx * 16 + tx * 2 + j] = A[bx * 16 + tx * 2 + j]
                                    S[tx * 2 + j] = G[bx * 16 + tx * 2 + j]
                                    A[bx * 16 + tx * 2 + j] = S[tx * 2 + j] + T.float32(1.0)
