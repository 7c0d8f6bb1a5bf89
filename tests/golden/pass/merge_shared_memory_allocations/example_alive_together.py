# check: pass MergeSharedMemoryAllocations
# C at byte 0 and D at byte 128 of 256.
# report:
#   note: the 2 dynamic shared buffers of launch 1 go into one allocation of 256 bytes
#   note: 5 positions count: statements that touch a buffer, and where launches, loops, and branches begin and end
#   note: 'C' (128 bytes) is at byte 0: no free entry fits, so it gets an entry of its own
#   note: 'D' (128 bytes) is at byte 128: no free entry fits, so it gets an entry of its own

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        C = T.alloc_buffer((32,), scope="shared.dyn")
        D = T.alloc_buffer((32,), scope="shared.dyn")
        C[tx] = X[tx]
        D[tx] = X[tx] * T.float32(2.0)
        X[tx] = C[tx] + D[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        C = T.Buffer((32,), data=buf_dyn_shmem.data, scope="shared.dyn")
        C[tx] = X[tx]
        D = T.Buffer((32,), data=buf_dyn_shmem.data, scope="shared.dyn")
        D[tx + 32] = X[tx] * T.float32(2.0)
        X[tx] = C[tx] + D[tx + 32]
