# check: pass LiftThreadBinding
# mode: sound
# A condition around a reduction over threads would keep some of them from its barriers.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        # with T.sblock("root"):
        r = T.sblock_alloc_buffer((1,), scope="local")
        for bx in T.thread_binding(1, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):  # error: the 32 threads of this loop over threadIdx.x wait for each other, but the kernel has 64 of them
                with T.sblock("S"):
                    T.reads(A[tx])
                    T.writes(r[0])
                    T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0)))
                    T.tvm_thread_allreduce(T.uint32(1), A[tx], T.bool(True), r[0], tx)
            for tx in T.thread_binding(64, thread="threadIdx.x"):
                with T.sblock("B"):
                    T.reads(A[tx])
                    T.writes(B[tx])
                    B[tx] = A[tx]
