# check: pass MergeSharedMemoryAllocations
# One volatile buffer makes the merged one volatile, in static memory as well.
# config: tirx.merge_static_smem

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_shared((64,))
        B = T.alloc_shared((64,), annotations={"tirx.volatile": True})
        A[tx] = X[tx]
        B[tx] = X[tx]
        X[tx] = A[tx] + B[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_shmem = T.alloc_shared((512,), "uint8", annotations={"tirx.volatile": True})
        A = T.Buffer((64,), data=buf_shmem.data, scope="shared")
        A[tx] = X[tx]
        B = T.Buffer((64,), data=buf_shmem.data, scope="shared")
        B[tx + 64] = X[tx]
        X[tx] = A[tx] + B[tx + 64]
