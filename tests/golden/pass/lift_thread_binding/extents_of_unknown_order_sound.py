# check: pass LiftThreadBinding
# mode: sound
# Nothing says which extent is the larger one.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32):
        # with T.sblock("root"):
        S = T.sblock_alloc_buffer((64,), scope="shared")
        for bx in T.thread_binding(1, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("S"):
                    T.reads(A[tx])
                    T.writes(S[tx])
                    S[tx] = A[tx]
            for tx in T.thread_binding(n, thread="threadIdx.x"):  # error: loops over threadIdx.x with the extents 32 and n cannot become one loop: only constant extents from 0 on can be compared
                with T.sblock("B"):
                    T.reads(S[tx])
                    T.writes(B[tx])
                    B[tx] = S[tx]
