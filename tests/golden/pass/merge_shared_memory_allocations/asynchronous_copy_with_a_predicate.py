# check: pass MergeSharedMemoryAllocations
# The arguments after the offset are kept as they are.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        T.ptx.cp_async("float32", A.data, tx, X.data, tx, 4, tx < 16)
        T.ptx.cp_async("float32", B.data, tx, X.data, tx, 4, tx < 16)
        X[tx] = A[tx] + B[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        T.ptx.cp_async("float32", buf_dyn_shmem.data, tx * 4, X.data, tx, 4, tx < 16)
        T.ptx.cp_async("float32", buf_dyn_shmem.data, (64 + tx) * 4, X.data, tx, 4, tx < 16)
        A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        X[tx] = A[tx] + B[tx + 64]
