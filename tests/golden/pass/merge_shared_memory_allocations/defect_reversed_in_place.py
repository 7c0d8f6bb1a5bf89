# check: pass MergeSharedMemoryAllocations
# defect: defect-reuse-without-barrier
# Thread 127 may not have read the element that thread 0 writes.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 128)
        A = T.alloc_buffer((128,), scope="shared.dyn")
        B = T.alloc_buffer((128,), scope="shared.dyn")
        A[tx] = X[tx]
        T.tvm_storage_sync("shared.dyn")
        B[tx] = A[127 - tx]
        X[tx] = B[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 128)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        A = T.Buffer((128,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        T.tvm_storage_sync("shared.dyn")
        B = T.Buffer((128,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx] = A[127 - tx]
        X[tx] = B[tx]
