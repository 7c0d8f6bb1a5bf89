# check: pass MergeSharedMemoryAllocations
# Four lanes take sixteen bytes, and the shift counts elements of that size.
# mode: sound

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), "float32x4", scope="shared.dyn")
        B = T.alloc_buffer((64,), "float32x4", scope="shared.dyn")
        A[tx] = T.Broadcast(X[tx], 4)
        B[tx] = A[31 - tx]
        X[tx] = X[tx] + T.Shuffle([B[tx]], [0]) + T.Shuffle([A[tx]], [0])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((2048,), "uint8", scope="shared.dyn")
        A = T.decl_buffer((64,), "float32x4", data=buf_dyn_shmem.data, scope="shared.dyn")
        B = T.decl_buffer((64,), "float32x4", data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = T.Broadcast(X[tx], 4)
        B[tx + 64] = A[31 - tx]
        X[tx] = X[tx] + T.Shuffle([B[tx + 64]], [0]) + T.Shuffle([A[tx]], [0])
