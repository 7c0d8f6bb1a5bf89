# check: pass MergeSharedMemoryAllocations
# Each gets bytes of its own.
# mode: sound

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((1,), scope="shared.dyn")
        B = T.alloc_buffer((n,), scope="shared.dyn")
        C = T.alloc_buffer((n,), scope="shared.dyn")
        A[0] = X[tx]
        B[tx] = A[0]
        X[tx] = B[tx]
        T.tvm_storage_sync("shared")
        C[tx] = X[tx]
        X[tx] = C[tx] + A[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((4 + T.max(0, 60 + n * 4) + T.max(0, (64 - (4 + T.max(0, 60 + n * 4)) % 64) % 64 + n * 4),), "uint8", scope="shared.dyn")
        A = T.decl_buffer((1,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B = A.view(n)
        C = A.view(n)
        A[0] = X[tx]
        B[tx + 16] = A[0]
        X[tx] = B[tx + 16]
        T.tvm_storage_sync("shared")
        C[tx + (4 + T.max(0, 60 + n * 4) + (64 - (4 + T.max(0, 60 + n * 4)) % 64) % 64) // 4] = X[tx]
        X[tx] = C[tx + (4 + T.max(0, 60 + n * 4) + (64 - (4 + T.max(0, 60 + n * 4)) % 64) % 64) // 4] + A[0]
