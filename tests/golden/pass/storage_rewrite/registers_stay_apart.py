# check: pass StorageRewrite
# The compiler of the target shares registers.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S = T.alloc_local((2,))
        S[0] = A[tx]
        B[tx] = S[0]
        Q = T.alloc_local((2,))
        Q[0] = A[tx + 64]
        B[tx + 64] = Q[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S_ptr = T.alloc_local((2,))
        Q_ptr = T.alloc_local((2,))
        S_ptr[0] = A[tx]
        B[tx] = S_ptr[0]
        Q_ptr[0] = A[tx + 64]
        B[tx + 64] = Q_ptr[0]
