# check: pass UnifyThreadBinding
# Axes are nested in the order in which they are met.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8, 32), "float32")):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            for bx in T.thread_binding(4, thread="blockIdx.x"):
                for k in range(2):
                    for ty in T.thread_binding(8, thread="threadIdx.y"):
                        A[bx, ty, tx] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8, 32), "float32")):
        for threadIdx_x in T.thread_binding(32, thread="threadIdx.x"):
            for blockIdx_x in T.thread_binding(4, thread="blockIdx.x"):
                for threadIdx_y in T.thread_binding(8, thread="threadIdx.y"):
                    for k in range(2):
                        A[blockIdx_x, threadIdx_y, threadIdx_x] = T.float32(1.0)
