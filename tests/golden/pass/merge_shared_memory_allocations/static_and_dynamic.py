# check: pass MergeSharedMemoryAllocations
# Each kind has its own allocation; the static one comes first.
# config: tirx.merge_static_smem

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_shared((64,))
        B = T.alloc_shared((64,))
        C = T.alloc_buffer((64,), scope="shared.dyn")
        D = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        C[tx] = A[tx]
        B[tx] = C[tx]
        D[tx] = B[tx]
        X[tx] = D[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_shmem = T.alloc_shared((256,), "uint8")
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        A = T.Buffer((64,), data=buf_shmem.data, scope="shared")
        A[tx] = X[tx]
        C = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        C[tx] = A[tx]
        B = T.Buffer((64,), data=buf_shmem.data, scope="shared")
        B[tx] = C[tx]
        D = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        D[tx] = B[tx]
        X[tx] = D[tx]
