# check: pass MergeSharedMemoryAllocations
# The pointer becomes one into the merged allocation, and no other buffer reuses its bytes.
# mode: sound

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        C = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        B[tx] = X[tx]
        T.call_extern("int32", "use", B.data)
        T.tvm_storage_sync("shared")
        C[tx] = A[tx]
        X[tx] = C[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((768,), "uint8", scope="shared.dyn")
        A = T.decl_buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B = T.decl_buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        C = T.decl_buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        B[tx + 64] = X[tx]
        T.call_extern("int32", "use", T.handle_add_byte_offset(buf_dyn_shmem.data, 256))
        T.tvm_storage_sync("shared")
        C[tx + 128] = A[tx]
        X[tx] = C[tx + 128]
