# check: pass LiftThreadBinding
# defect: defect-joined-extents
# As in TVM, the first loop decides.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        # with T.sblock("root"):
        S = T.sblock_alloc_buffer((64,), scope="shared")
        for bx in T.thread_binding(1, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("S"):
                    T.reads(A[tx])
                    T.writes(S[tx])
                    S[tx] = A[tx]
            for tx in T.thread_binding(64, thread="threadIdx.x"):
                with T.sblock("B"):
                    T.reads(S[tx])
                    T.writes(B[tx])
                    B[tx] = S[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        # with T.sblock("root"):
        S = T.sblock_alloc_buffer((64,), scope="shared")
        for blockIdx_x in T.thread_binding(1, thread="blockIdx.x"):
            for threadIdx_x in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("S"):
                    T.reads(A[threadIdx_x])
                    T.writes(S[threadIdx_x])
                    S[threadIdx_x] = A[threadIdx_x]
                with T.sblock("B"):
                    T.reads(S[threadIdx_x])
                    T.writes(B[threadIdx_x])
                    B[threadIdx_x] = S[threadIdx_x]
