# check: pass MergeSharedMemoryAllocations
# Symbolic buffers follow the constant ones.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((16,), scope="shared.dyn")
        B = T.alloc_buffer((n,), scope="shared.dyn")
        C = T.alloc_buffer((n + 1,), "float16", scope="shared.dyn")
        A[tx % 16] = X[tx]
        B[tx] = X[tx]
        C[tx] = T.float16(1.0)
        X[tx] = A[tx % 16] + B[tx] + T.Cast("float32", C[tx])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((64 + T.max(0, n * 4) + T.max(0, (64 - (64 + T.max(0, n * 4)) % 64) % 64 + (n + 1) * 2),), "uint8", scope="shared.dyn")
        A = T.Buffer((16,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx % 16] = X[tx]
        B = T.Buffer((n,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx + 16] = X[tx]
        C = T.Buffer((n + 1,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
        C[tx + (64 + T.max(0, n * 4) + (64 - (64 + T.max(0, n * 4)) % 64) % 64) // 2] = T.float16(1.0)
        X[tx] = A[tx % 16] + B[tx + 16] + T.Cast("float32", C[tx + (64 + T.max(0, n * 4) + (64 - (64 + T.max(0, n * 4)) % 64) % 64) // 2])
