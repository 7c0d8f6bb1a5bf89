# check: pass MergeSharedMemoryAllocations
# defect: defect-static-reuse
# config: tirx.merge_static_smem
# To ThreadSync A and B are two buffers, so no barrier orders the writes to B after the reads of A.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 128)
        A = T.alloc_shared((128,))
        B = T.alloc_shared((128,))
        A[tx] = X[tx]
        T.tvm_storage_sync("shared")
        X[tx] = A[127 - tx]
        B[tx] = X[tx] * T.float32(2.0)
        T.tvm_storage_sync("shared")
        X[tx] = B[127 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 128)
        buf_shmem = T.alloc_shared((512,), "uint8")
        A = T.Buffer((128,), data=buf_shmem.data, scope="shared")
        A[tx] = X[tx]
        T.tvm_storage_sync("shared")
        X[tx] = A[127 - tx]
        B = T.Buffer((128,), data=buf_shmem.data, scope="shared")
        B[tx] = X[tx] * T.float32(2.0)
        T.tvm_storage_sync("shared")
        X[tx] = B[127 - tx]
