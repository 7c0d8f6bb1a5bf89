# check: pass MergeSharedMemoryAllocations
# 65 elements against 4: the free entry is left alone.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((65,), scope="shared.dyn")
        B = T.alloc_buffer((4,), scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[tx]
        B[tx % 4] = X[tx]
        X[tx] = B[tx % 4]

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
        B[tx % 4] = X[tx]
        X[tx] = B[tx % 4]
