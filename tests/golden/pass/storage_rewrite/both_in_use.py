# check: pass StorageRewrite
# Buffers that are in use at the same time do not share.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S = T.alloc_shared((64,))
        Q = T.alloc_shared((64,))
        S[tx] = A[tx]
        Q[tx] = A[tx + 64]
        B[tx] = S[63 - tx] + Q[63 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S_ptr = T.alloc_shared((64,))
        Q_ptr = T.alloc_shared((64,))
        S_ptr[tx] = A[tx]
        Q_ptr[tx] = A[tx + 64]
        B[tx] = S_ptr[63 - tx] + Q_ptr[63 - tx]
