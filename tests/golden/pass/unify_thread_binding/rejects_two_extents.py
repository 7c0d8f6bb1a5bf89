# check: pass UnifyThreadBinding
# A kernel has one number of threads.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                B[bx, tx] = A[bx, tx]
            for ty in T.thread_binding(16, thread="threadIdx.x"):  # error: the loops over threadIdx.x of a kernel must have one extent, but there are 32 and 16
                A[bx, ty] = B[bx, ty]
