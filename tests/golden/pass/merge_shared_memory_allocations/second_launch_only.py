# check: pass MergeSharedMemoryAllocations
# The first launch has one buffer and keeps it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 32) as tx:
            A = T.alloc_buffer((64,), scope="shared.dyn")
            A[tx] = X[tx]
            X[tx] = A[tx]
        with T.launch_thread("threadIdx.x", 32) as tx:
            B = T.alloc_buffer((64,), scope="shared.dyn")
            C = T.alloc_buffer((64,), scope="shared.dyn")
            B[tx] = X[tx]
            C[tx] = B[tx]
            X[tx] = C[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 32) as tx:
            A = T.alloc_buffer((64,), scope="shared.dyn")
            A[tx] = X[tx]
            X[tx] = A[tx]
        with T.launch_thread("threadIdx.x", 32) as tx:
            buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
            B = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            B[tx] = X[tx]
            C = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            C[tx] = B[tx]
            X[tx] = C[tx]
