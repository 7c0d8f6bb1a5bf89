# check: pass StorageRewrite
# Memory of one launch is not that of another one.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            S = T.alloc_shared((64,))
            S[tx] = A[tx]
            B[tx] = S[63 - tx]
        with T.launch_thread("threadIdx.x", 64) as tx:
            Q = T.alloc_shared((64,))
            Q[tx] = A[tx + 64]
            B[tx + 64] = Q[63 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            S_ptr = T.alloc_shared((64,))
            S_ptr[tx] = A[tx]
            B[tx] = S_ptr[63 - tx]
        with T.launch_thread("threadIdx.x", 64) as tx:
            Q_ptr = T.alloc_shared((64,))
            Q_ptr[tx] = A[tx + 64]
            B[tx + 64] = Q_ptr[63 - tx]
