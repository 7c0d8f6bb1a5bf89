# check: pass MergeSharedMemoryAllocations
# The offset of the copy counts elements of the buffer and becomes one of bytes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((128,), "float16", scope="shared.dyn")
        B = T.alloc_buffer((128,), "float16", scope="shared.dyn")
        T.ptx.cp_async("float16", A.data, tx * 8, X.data, tx * 4, 16)
        T.ptx.cp_async("float16", B.data, tx * 8 + 2, X.data, tx * 4, 16)
        X[tx] = T.Cast("float32", A[tx]) + T.Cast("float32", B[tx])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        T.ptx.cp_async("float16", buf_dyn_shmem.data, tx * 8 * 2, X.data, tx * 4, 16)
        T.ptx.cp_async("float16", buf_dyn_shmem.data, (128 + (tx * 8 + 2)) * 2, X.data, tx * 4, 16)
        A = T.Buffer((128,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
        B = T.Buffer((128,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
        X[tx] = T.Cast("float32", A[tx]) + T.Cast("float32", B[tx + 128])
