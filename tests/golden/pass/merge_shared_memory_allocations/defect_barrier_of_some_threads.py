# check: pass MergeSharedMemoryAllocations
# defect: defect-reuse-without-barrier
# A barrier of 128 of the 256 threads does not wait for the others, which may still read A.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((256,), "float32")):
        tx = T.launch_thread("threadIdx.x", 256)
        A = T.alloc_buffer((256,), scope="shared.dyn")
        B = T.alloc_buffer((256,), scope="shared.dyn")
        A[tx] = X[tx]
        T.tvm_storage_sync("shared.dyn")
        X[tx] = A[255 - tx]
        T.cuda.warpgroup_sync(1)
        B[tx] = X[tx] * T.float32(2.0)
        T.tvm_storage_sync("shared.dyn")
        X[tx] = B[255 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((256,), "float32")):
        tx = T.launch_thread("threadIdx.x", 256)
        buf_dyn_shmem = T.alloc_buffer((1024,), "uint8", scope="shared.dyn")
        A = T.Buffer((256,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        T.tvm_storage_sync("shared.dyn")
        X[tx] = A[255 - tx]
        T.cuda.warpgroup_sync(1)
        B = T.Buffer((256,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx] = X[tx] * T.float32(2.0)
        T.tvm_storage_sync("shared.dyn")
        X[tx] = B[255 - tx]
