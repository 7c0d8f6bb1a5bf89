# check: pass MergeSharedMemoryAllocations
# B = A, C = 1, X = B in a loop, and C is read after it: C at byte 0, A at 128, B at 384 of 640.
# report:
#   note: the 3 dynamic shared buffers of launch 1 go into one allocation of 640 bytes
#   note: 6 positions count: statements that touch a buffer, and where launches, loops, and branches begin and end
#   note: 'A' (256 bytes) is at byte 128: no free entry fits, so it gets an entry of its own
#   note: 'B' (256 bytes) is at byte 384: no free entry fits, so it gets an entry of its own
#   note: 'C' (128 bytes) is at byte 0: no free entry fits, so it gets an entry of its own

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        C = T.alloc_buffer((64,), "float16", scope="shared.dyn")
        A[tx] = X[tx]
        for k in range(4):
            B[tx] = A[tx]
            C[tx] = T.float16(1.0)
            X[tx] = B[tx]
        X[tx] = X[tx] + T.Cast("float32", C[tx])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((640,), "uint8", scope="shared.dyn")
        A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx + 32] = X[tx]
        C = T.Buffer((64,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
        for k in range(4):
            B = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            B[tx + 96] = A[tx + 32]
            C[tx] = T.float16(1.0)
            X[tx] = B[tx + 96]
        X[tx] = X[tx] + T.Cast("float32", C[tx])
