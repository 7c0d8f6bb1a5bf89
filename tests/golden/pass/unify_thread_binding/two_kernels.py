# check: pass UnifyThreadBinding
# Kernels may have different extents.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for k in range(2):
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    B[bx, tx] = A[bx, tx]
        for bx in T.thread_binding(2, thread="blockIdx.x"):
            for k in range(2):
                for tx in T.thread_binding(16, thread="threadIdx.x"):
                    A[bx, tx] = B[bx, tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        for blockIdx_x in T.thread_binding(4, thread="blockIdx.x"):
            for threadIdx_x in T.thread_binding(32, thread="threadIdx.x"):
                for k in range(2):
                    B[blockIdx_x, threadIdx_x] = A[blockIdx_x, threadIdx_x]
        for blockIdx_x in T.thread_binding(2, thread="blockIdx.x"):
            for threadIdx_x in T.thread_binding(16, thread="threadIdx.x"):
                for k in range(2):
                    A[blockIdx_x, threadIdx_x] = B[blockIdx_x, threadIdx_x]
