# check: pass UnifyThreadBinding
# Launches become loops.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        bx = T.launch_thread("blockIdx.x", 4)
        for k in range(2):
            tx = T.launch_thread("threadIdx.x", 32)
            B[bx, tx] = A[bx, tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        for blockIdx_x in T.thread_binding(4, thread="blockIdx.x"):
            for threadIdx_x in T.thread_binding(32, thread="threadIdx.x"):
                for k in range(2):
                    B[blockIdx_x, threadIdx_x] = A[blockIdx_x, threadIdx_x]
