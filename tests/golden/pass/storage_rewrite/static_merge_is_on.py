# check: pass StorageRewrite
# config: tirx.merge_static_smem
# Sharing is left to MergeSharedMemoryAllocations.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S = T.alloc_shared((64,))
        S[tx] = A[tx]
        B[tx] = S[63 - tx]
        Q = T.alloc_shared((64,))
        Q[tx] = A[tx]
        B[tx] = Q[63 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S_ptr = T.alloc_shared((64,))
        Q_ptr = T.alloc_shared((64,))
        S_ptr[tx] = A[tx]
        B[tx] = S_ptr[63 - tx]
        Q_ptr[tx] = A[tx]
        B[tx] = Q_ptr[63 - tx]
