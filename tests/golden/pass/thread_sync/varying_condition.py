# check: pass ThreadSync("shared")
# Threads that do not take the branch would never reach the barrier.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        if tx < 16:
            S[tx] = A[tx]
            B[tx] = S[15 - tx]  # error: a barrier is needed in a branch that not all threads take: 'S_ptr' is accessed by several threads
