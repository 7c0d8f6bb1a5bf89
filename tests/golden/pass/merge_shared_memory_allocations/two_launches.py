# check: pass MergeSharedMemoryAllocations
# Each launch has its own allocation and its own plan.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((32,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            A = T.alloc_buffer((64,), scope="shared.dyn")
            B = T.alloc_buffer((64,), scope="shared.dyn")
            A[tx] = X[tx]
            B[tx] = A[tx]
            X[tx] = B[tx]
        with T.launch_thread("threadIdx.x", 32) as tx:
            C = T.alloc_buffer((32,), scope="shared.dyn")
            D = T.alloc_buffer((32,), scope="shared.dyn")
            C[tx] = Y[tx]
            D[tx] = Y[tx] * T.float32(2.0)
            Y[tx] = C[tx] + D[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((32,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
            A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            A[tx] = X[tx]
            B = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            B[tx] = A[tx]
            X[tx] = B[tx]
        with T.launch_thread("threadIdx.x", 32) as tx:
            buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
            C = T.Buffer((32,), data=buf_dyn_shmem.data, scope="shared.dyn")
            C[tx] = Y[tx]
            D = T.Buffer((32,), data=buf_dyn_shmem.data, scope="shared.dyn")
            D[tx + 32] = Y[tx] * T.float32(2.0)
            Y[tx] = C[tx] + D[tx + 32]
