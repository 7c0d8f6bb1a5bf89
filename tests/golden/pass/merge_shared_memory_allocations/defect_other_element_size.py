# check: pass MergeSharedMemoryAllocations
# defect: defect-other-element-size
# The same index, other bytes: thread 2 writes what thread 1 may still read.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float16"), Y: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 128)
        A = T.alloc_buffer((128,), scope="shared.dyn")
        B = T.alloc_buffer((128,), "float16", scope="shared.dyn")
        A[tx] = Y[tx]
        Y[tx] = A[tx] + T.float32(1.0)
        B[tx] = X[tx]
        X[tx] = B[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float16"), Y: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 128)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        A = T.Buffer((128,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = Y[tx]
        Y[tx] = A[tx] + T.float32(1.0)
        B = T.Buffer((128,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx] = X[tx]
        X[tx] = B[tx]
