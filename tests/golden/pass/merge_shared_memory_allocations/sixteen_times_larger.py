# check: pass MergeSharedMemoryAllocations
# defect: defect-reuse-without-barrier
# A free entry of 16 times the size is still taken.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((4,), scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[tx]
        B[tx % 4] = X[tx]
        X[tx] = B[tx % 4]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[tx]
        B = T.Buffer((4,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx % 4] = X[tx]
        X[tx] = B[tx % 4]
