# check: pass MergeSharedMemoryAllocations
# defect: defect-reuse-without-barrier
# 64 elements are sixteen times 4: B takes over A, 256 bytes.
# report:
#   note: the 2 dynamic shared buffers of launch 1 go into one allocation of 256 bytes
#   note: 6 positions count: statements that touch a buffer, and where launches, loops, and branches begin and end
#   note: 'A' (256 bytes) is at byte 0: no free entry fits, so it gets an entry of its own
#   note: 'B' (16 bytes) is at byte 0: it takes over the entry of 'A', which is dead by now: the smallest free one that is large enough and at most 16 times as large

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((4,), scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[tx]
        B[tx // 16] = X[tx]
        X[tx] = B[tx // 16]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[tx]
        B = T.Buffer((4,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx // 16] = X[tx]
        X[tx] = B[tx // 16]
