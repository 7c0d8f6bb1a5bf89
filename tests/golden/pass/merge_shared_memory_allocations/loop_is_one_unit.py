# check: pass MergeSharedMemoryAllocations
# Inside of the loop B and C follow one another, but A lives across it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        for i in range(4):
            B = T.alloc_buffer((64,), scope="shared.dyn")
            C = T.alloc_buffer((64,), "float16", scope="shared.dyn")
            B[tx] = A[tx]
            C[tx] = T.float16(1.0)
            X[tx] = B[tx]
        X[tx] = X[tx] + A[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((640,), "uint8", scope="shared.dyn")
        A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx + 96] = X[tx]
        for i in range(4):
            B = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            B[tx + 32] = A[tx + 96]
            C = T.Buffer((64,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C[tx] = T.float16(1.0)
            X[tx] = B[tx + 32]
        X[tx] = X[tx] + A[tx + 96]
