# check: pass StorageRewrite
# mode: sound
# Threads may replace the same elements.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S = T.alloc_shared((64,))
        Q = T.alloc_shared((64,))
        S[tx] = A[tx]
        for i in range(64):
            Q[i] = S[i] + T.float32(1.0)
        B[tx] = Q[63 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S_ptr = T.alloc_shared((64,))
        Q_ptr = T.alloc_shared((64,))
        S_ptr[tx] = A[tx]
        for i in range(64):
            Q_ptr[i] = S_ptr[i] + T.float32(1.0)
        B[tx] = Q_ptr[63 - tx]
