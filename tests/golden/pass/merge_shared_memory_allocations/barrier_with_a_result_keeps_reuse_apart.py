# check: pass MergeSharedMemoryAllocations
# A barrier whose result is used is one as well.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 128)
        A = T.alloc_buffer((128,), scope="shared.dyn")
        B = T.alloc_buffer((128,), scope="shared.dyn")
        A[tx] = X[tx]
        T.tvm_storage_sync("shared.dyn")
        X[tx] = A[127 - tx]
        any_thread: T.int32 = T.Cast("int32", T.cuda.syncthreads_or(1))
        B[tx] = X[tx] * T.float32(2.0)
        T.tvm_storage_sync("shared.dyn")
        X[tx] = B[127 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 128)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        A = T.Buffer((128,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        T.tvm_storage_sync("shared.dyn")
        X[tx] = A[127 - tx]
        any_thread: T.int32 = T.Cast("int32", T.cuda.syncthreads_or(1))
        B = T.Buffer((128,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx] = X[tx] * T.float32(2.0)
        T.tvm_storage_sync("shared.dyn")
        X[tx] = B[127 - tx]
