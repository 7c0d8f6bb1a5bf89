# check: pass MergeSharedMemoryAllocations
# Not every thread comes by this barrier.
# mode: sound

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        C = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[31 - tx]
        if tx < 16:
            T.tvm_storage_sync("shared")
        C[tx] = X[tx]
        X[tx] = C[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        A = T.decl_buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        C = T.decl_buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[31 - tx]
        if tx < 16:
            T.tvm_storage_sync("shared")
        C[tx + 64] = X[tx]
        X[tx] = C[tx + 64]
