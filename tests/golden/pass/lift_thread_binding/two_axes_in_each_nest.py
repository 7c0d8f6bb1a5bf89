# check: pass LiftThreadBinding
# Tags of one length come out in the opposite order.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8, 32), "float32"), B: T.Buffer((4, 8, 32), "float32")):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for ty in T.thread_binding(8, thread="threadIdx.y"):
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    B[bx, ty, tx] = A[bx, ty, tx]
            for ty in T.thread_binding(8, thread="threadIdx.y"):
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    A[bx, ty, tx] = B[bx, 7 - ty, tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8, 32), "float32"), B: T.Buffer((4, 8, 32), "float32")):
        for blockIdx_x in T.thread_binding(4, thread="blockIdx.x"):
            for threadIdx_x in T.thread_binding(32, thread="threadIdx.x"):
                for threadIdx_y in T.thread_binding(8, thread="threadIdx.y"):
                    B[blockIdx_x, threadIdx_y, threadIdx_x] = A[blockIdx_x, threadIdx_y, threadIdx_x]
                    A[blockIdx_x, threadIdx_y, threadIdx_x] = B[blockIdx_x, 7 - threadIdx_y, threadIdx_x]
