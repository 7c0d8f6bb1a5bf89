# check: pass MergeSharedMemoryAllocations
# 65 elements are more than sixteen times 4, so B does not take over A: 324 bytes.
# report:
#   note: the 2 dynamic shared buffers of launch 1 go into one allocation of 324 bytes
#   note: 6 positions count: statements that touch a buffer, and where launches, loops, and branches begin and end
#   note: 'A' (260 bytes) is at byte 64: no free entry fits, so it gets an entry of its own
#   note: 'B' (16 bytes) is at byte 0: no free entry fits, so it gets an entry of its own

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((65,), scope="shared.dyn")
        B = T.alloc_buffer((4,), scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[tx]
        B[0] = X[0]
        X[tx] = B[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((324,), "uint8", scope="shared.dyn")
        A = T.Buffer((65,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx + 16] = X[tx]
        X[tx] = A[tx + 16]
        B = T.Buffer((4,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B[0] = X[0]
        X[tx] = B[0]
