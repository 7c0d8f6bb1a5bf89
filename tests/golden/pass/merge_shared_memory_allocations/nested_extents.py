# check: pass MergeSharedMemoryAllocations
# The allocation goes into the outermost extent, wherever the buffers were allocated.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        bx = T.launch_thread("blockIdx.x", 2)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        with T.launch_thread("threadIdx.x", 32) as tx:
            B = T.alloc_buffer((64,), scope="shared.dyn")
            A[tx] = X[bx * 32 + tx]
            B[tx] = A[tx]
            X[bx * 32 + tx] = B[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        bx = T.launch_thread("blockIdx.x", 2)
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        with T.launch_thread("threadIdx.x", 32) as tx:
            A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            A[tx] = X[bx * 32 + tx]
            B = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            B[tx] = A[tx]
            X[bx * 32 + tx] = B[tx]
