# check: pass UnifyThreadBinding
# mode: sound
# Where no block makes launches of loops again, launches stay launches.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        with T.launch_thread("blockIdx.x", 4) as bx:
            for k in range(2):
                tx = T.launch_thread("threadIdx.x", 32)
                B[bx, tx] = A[bx, tx]
        with T.launch_thread("threadIdx.x", 32) as ty:
            A[0, ty] = B[0, ty]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        with T.launch_thread("blockIdx.x", 4) as blockIdx_x:
            threadIdx_x = T.launch_thread("threadIdx.x", 32)
            for k in range(2):
                B[blockIdx_x, threadIdx_x] = A[blockIdx_x, threadIdx_x]
        with T.launch_thread("threadIdx.x", 32) as ty:
            A[0, ty] = B[0, ty]
