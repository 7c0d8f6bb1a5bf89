# check: pass MergeSharedMemoryAllocations
# The pointer may be used later than the statement that makes it: no other buffer reuses the bytes of A.
# mode: sound

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        T.call_extern("int32", "keep", T.address_of(A[tx]))
        T.tvm_storage_sync("shared")
        B[tx] = X[tx]
        X[tx] = B[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        A = T.decl_buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B = T.decl_buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        T.call_extern("int32", "keep", T.address_of(A[tx]))
        T.tvm_storage_sync("shared")
        B[tx + 64] = X[tx]
        X[tx] = B[tx + 64]
