# check: pass MergeSharedMemoryAllocations
# B and C are written in one branch each and read together after the branches: both live, 512 bytes.
# report:
#   note: the 2 dynamic shared buffers of launch 1 go into one allocation of 512 bytes
#   note: 5 positions count: statements that touch a buffer, and where launches, loops, and branches begin and end
#   note: 'B' (256 bytes) is at byte 0: no free entry fits, so it gets an entry of its own
#   note: 'C' (256 bytes) is at byte 256: no free entry fits, so it gets an entry of its own

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        B = T.alloc_buffer((64,), scope="shared.dyn")
        C = T.alloc_buffer((64,), scope="shared.dyn")
        if tx < 16:
            B[tx] = X[tx]
        else:
            C[tx] = X[tx]
        X[tx] = B[tx] + C[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        B = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        C = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        if tx < 16:
            B[tx] = X[tx]
        else:
            C[tx + 64] = X[tx]
        X[tx] = B[tx] + C[tx + 64]
