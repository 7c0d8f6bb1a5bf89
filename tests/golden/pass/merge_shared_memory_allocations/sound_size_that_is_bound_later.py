# check: pass MergeSharedMemoryAllocations
# mode: sound
# The size of the merged allocation does not use variables that are bound after it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        size: T.let[T.int32] = n * 2
        more: T.let[T.int32] = size + 1
        S = T.alloc_buffer((more,), scope="shared.dyn")
        Q = T.alloc_buffer((size,), scope="shared.dyn")
        S[tx] = A[tx]
        Q[tx] = A[tx + 32]
        T.tvm_storage_sync("shared")
        A[tx] = S[31 - tx] + Q[31 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((T.max(0, (n * 2 + 1) * 4) + T.max(0, (64 - T.max(0, (n * 2 + 1) * 4) % 64) % 64 + n * 2 * 4),), "uint8", scope="shared.dyn")
        size: T.let[T.int32] = n * 2
        more: T.let[T.int32] = size + 1
        S = T.decl_buffer((more,), data=buf_dyn_shmem.data, scope="shared.dyn")
        Q = S.view(size)
        S[tx] = A[tx]
        Q[tx + (T.max(0, (n * 2 + 1) * 4) + (64 - T.max(0, (n * 2 + 1) * 4) % 64) % 64) // 4] = A[tx + 32]
        T.tvm_storage_sync("shared")
        A[tx] = S[31 - tx] + Q[31 - tx + (T.max(0, (n * 2 + 1) * 4) + (64 - T.max(0, (n * 2 + 1) * 4) % 64) % 64) // 4]
