# check: pass MergeSharedMemoryAllocations
# The shift of a vector index is a vector, also when it is 0.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((8,), scope="shared.dyn")
        A[tx * 2:tx * 2 + 2] = X[tx * 2:tx * 2 + 2]
        B[tx % 8] = X[tx]
        X[tx] = A[tx] + B[tx % 8]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((320,), "uint8", scope="shared.dyn")
        A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[T.Ramp(tx * 2, 1, 2) + T.Broadcast(16, 2)] = X[tx * 2:tx * 2 + 2]
        B = T.Buffer((8,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx % 8] = X[tx]
        X[tx] = A[tx + 16] + B[tx % 8]
