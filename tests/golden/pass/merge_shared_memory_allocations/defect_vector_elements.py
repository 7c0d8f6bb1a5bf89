# check: pass MergeSharedMemoryAllocations
# defect: defect-vector-lanes
# defect: defect-vector-lanes
# 512 bytes for what takes 2048.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32x4")):
        tx = T.launch_thread("threadIdx.x", 64)
        A = T.alloc_buffer((64,), "float32x4", scope="shared.dyn")
        B = T.alloc_buffer((64,), "float32x4", scope="shared.dyn")
        A[tx] = X[tx]
        B[tx] = X[tx]
        X[tx] = A[tx] + B[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32x4")):
        tx = T.launch_thread("threadIdx.x", 64)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        A = T.Buffer((64,), "float32x4", data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        B = T.Buffer((64,), "float32x4", data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx + 64] = X[tx]
        X[tx] = A[tx] + B[tx + 64]
