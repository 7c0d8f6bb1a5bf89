# check: pass LiftThreadBinding
# The shorter tag goes outside, here outside of the loop over blocks.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 2, 32), "float32")):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for vx in T.thread_binding(2, thread="vthread.x"):
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    A[bx, vx, tx] = T.float32(1.0)
            for vx in T.thread_binding(2, thread="vthread.x"):
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    A[bx, vx, tx] = A[bx, vx, tx] + T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 2, 32), "float32")):
        for vthread_x in T.thread_binding(2, thread="vthread.x"):
            for blockIdx_x in T.thread_binding(4, thread="blockIdx.x"):
                for threadIdx_x in T.thread_binding(32, thread="threadIdx.x"):
                    A[blockIdx_x, vthread_x, threadIdx_x] = T.float32(1.0)
                    A[blockIdx_x, vthread_x, threadIdx_x] = A[blockIdx_x, vthread_x, threadIdx_x] + T.float32(1.0)
