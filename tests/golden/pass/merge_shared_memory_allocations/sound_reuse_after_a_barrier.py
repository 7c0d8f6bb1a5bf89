# check: pass MergeSharedMemoryAllocations
# All threads have passed the barrier after the last use of A, so C may take its bytes.
# mode: sound
# report:
#   note: the 2 dynamic shared buffers of launch 1 go into one allocation of 256 bytes
#   note: 7 positions count: statements that touch a buffer, and where launches, loops, and branches begin and end
#   note: 'A' (256 bytes) is at byte 0: no free entry fits, so it gets an entry of its own
#   note: 'C' (256 bytes) is at byte 0: it takes over the entry of 'A', which is dead by now: the smallest free one that is large enough and at most 16 times as large

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        C = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[31 - tx]
        T.tvm_storage_sync("shared")
        C[tx] = X[tx]
        X[tx] = C[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        A = buf_dyn_shmem.view("float32")
        C = buf_dyn_shmem.view("float32")
        A[tx] = X[tx]
        X[tx] = A[31 - tx]
        T.tvm_storage_sync("shared")
        C[tx] = X[tx]
        X[tx] = C[tx]
