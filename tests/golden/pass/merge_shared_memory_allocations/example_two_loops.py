# check: pass MergeSharedMemoryAllocations
# D lives in the first loop and E in the second: both at byte 0 of 256.
# report:
#   note: the 2 dynamic shared buffers of launch 1 go into one allocation of 256 bytes
#   note: 6 positions count: statements that touch a buffer, and where launches, loops, and branches begin and end
#   note: 'D' (256 bytes) is at byte 0: no free entry fits, so it gets an entry of its own
#   note: 'E' (256 bytes) is at byte 0: it takes over the entry of 'D', which is dead by now: the smallest free one that is large enough and at most 16 times as large

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        D = T.alloc_buffer((64,), scope="shared.dyn")
        E = T.alloc_buffer((64,), scope="shared.dyn")
        n = T.alloc_local((1,), "int32")
        n[0] = 0
        while n[0] < 4:
            D[tx] = X[tx]
            X[tx] = D[tx]
            n[0] = n[0] + 1
        while n[0] < 8:
            E[tx] = X[tx]
            X[tx] = E[tx]
            n[0] = n[0] + 1

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        n = T.alloc_local((1,), "int32")
        n[0] = 0
        while n[0] < 4:
            D = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            D[tx] = X[tx]
            X[tx] = D[tx]
            n[0] = n[0] + 1
        while n[0] < 8:
            E = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            E[tx] = X[tx]
            X[tx] = E[tx]
            n[0] = n[0] + 1
