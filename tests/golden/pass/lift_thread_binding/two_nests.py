# check: pass LiftThreadBinding
# Both nests are over the same threads: one loop is enough, around both.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                B[bx, tx] = A[bx, tx]
            for ty in T.thread_binding(32, thread="threadIdx.x"):
                A[bx, ty] = B[bx, 31 - ty]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        for blockIdx_x in T.thread_binding(4, thread="blockIdx.x"):
            for threadIdx_x in T.thread_binding(32, thread="threadIdx.x"):
                B[blockIdx_x, threadIdx_x] = A[blockIdx_x, threadIdx_x]
                A[blockIdx_x, threadIdx_x] = B[blockIdx_x, 31 - threadIdx_x]
