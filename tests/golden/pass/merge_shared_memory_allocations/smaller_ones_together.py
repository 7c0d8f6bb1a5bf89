# check: pass MergeSharedMemoryAllocations
# defect: defect-other-element-size
# No free entry is large enough for C, so it takes A and B together.
# report:
#   note: the 3 dynamic shared buffers of launch 1 go into one allocation of 1024 bytes
#   note: 7 positions count: statements that touch a buffer, and where launches, loops, and branches begin and end
#   note: 'A' (512 bytes) is at byte 512: no free entry fits, so it gets an entry of its own
#   note: 'B' (512 bytes) is at byte 0: no free entry fits, so it gets an entry of its own
#   note: 'C' (1024 bytes) is at byte 0: no single free entry is large enough, so it takes the smaller ones of 'B', 'A' together

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((256,), "float16", scope="shared.dyn")
        B = T.alloc_buffer((256,), "float16", scope="shared.dyn")
        C = T.alloc_buffer((256,), scope="shared.dyn")
        A[tx] = T.Cast("float16", X[tx])
        B[tx] = T.Cast("float16", X[tx])
        X[tx] = T.Cast("float32", A[tx] + B[tx])
        C[tx] = X[tx]
        X[tx] = C[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((1024,), "uint8", scope="shared.dyn")
        A = T.Buffer((256,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx + 256] = T.Cast("float16", X[tx])
        B = T.Buffer((256,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx] = T.Cast("float16", X[tx])
        X[tx] = T.Cast("float32", A[tx + 256] + B[tx])
        C = T.Buffer((256,), data=buf_dyn_shmem.data, scope="shared.dyn")
        C[tx] = X[tx]
        X[tx] = C[tx]
