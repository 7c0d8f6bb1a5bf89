# check: pass MergeSharedMemoryAllocations
# The next round writes A while another thread may still read C of this one.
# mode: sound

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        for i in range(4):
            A = T.alloc_buffer((64,), scope="shared.dyn")
            C = T.alloc_buffer((64,), scope="shared.dyn")
            A[tx] = X[tx]
            T.tvm_storage_sync("shared")
            C[tx] = A[31 - tx]
            X[tx] = C[31 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        for i in range(4):
            A = T.decl_buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            C = T.decl_buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            A[tx] = X[tx]
            T.tvm_storage_sync("shared")
            C[tx + 64] = A[31 - tx]
            X[tx] = C[31 - tx + 64]
