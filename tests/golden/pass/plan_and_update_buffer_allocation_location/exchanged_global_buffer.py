# check: pass PlanAndUpdateBufferAllocationLocation
# mode: sound
# not idempotent: a global buffer gets a block of its own in each run
# 'Q' is written in one loop over the threads of a block and read in another: shared memory. 'P' belongs to one thread.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        # with T.sblock("root"):
        Q = T.sblock_alloc_buffer((64,))
        P = T.sblock_alloc_buffer((64,))
        for bx in T.thread_binding(2, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("P"):
                    i = T.axis.spatial(64, bx * 32 + tx)
                    T.reads(A[i])
                    T.writes(P[i])
                    P[i] = A[i]
                with T.sblock("Q"):
                    i = T.axis.spatial(64, bx * 32 + tx)
                    T.reads(P[i])
                    T.writes(Q[i])
                    Q[i] = P[i]
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("Y"):
                    i = T.axis.spatial(64, bx * 32 + tx)
                    T.reads(Q[i])
                    T.writes(Y[i])
                    Y[i] = Q[bx * 64 + 31 - i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        # with T.sblock("root"):
        for bx in T.thread_binding(2, thread="blockIdx.x"):
            with T.sblock(""):
                T.reads(A[bx * 32:bx * 32 + 32])
                T.writes(Y[bx * 32:bx * 32 + 32])
                Q = T.sblock_alloc_buffer((64,), scope="shared")
                P = T.sblock_alloc_buffer((64,))
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("P"):
                        i = T.axis.spatial(64, bx * 32 + tx)
                        T.reads(A[i])
                        T.writes(P[i])
                        P[i] = A[i]
                    with T.sblock("Q"):
                        i = T.axis.spatial(64, bx * 32 + tx)
                        T.reads(P[i])
                        T.writes(Q[i])
                        Q[i] = P[i]
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("Y"):
                        i = T.axis.spatial(64, bx * 32 + tx)
                        T.reads(Q[i])
                        T.writes(Y[i])
                        Y[i] = Q[bx * 64 + 31 - i]
