# check: pass UnifyThreadBinding
# An inner loop leaves its annotations on a loop over one iteration.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for k in range(2):
                for tx in T.thread_binding(32, thread="threadIdx.x", annotations={"mark": 1}):
                    B[bx, tx] = A[bx, tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        for blockIdx_x in T.thread_binding(4, thread="blockIdx.x"):
            for threadIdx_x in T.thread_binding(32, thread="threadIdx.x"):
                for k in range(2):
                    for var in T.serial(1, annotations={"mark": 1}):
                        B[blockIdx_x, threadIdx_x] = A[blockIdx_x, threadIdx_x]
