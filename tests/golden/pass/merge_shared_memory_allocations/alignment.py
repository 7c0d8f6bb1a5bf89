# check: pass MergeSharedMemoryAllocations
# C starts after A, at a multiple of its alignment.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((10,), scope="shared.dyn")
        C = T.alloc_buffer((24,), "float16", scope="shared.dyn", align=128)
        A[tx % 10] = X[tx]
        C[tx % 24] = T.float16(1.0)
        X[tx] = A[tx % 10] + T.Cast("float32", C[tx % 24])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((176,), "uint8", scope="shared.dyn")
        A = T.Buffer((10,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx % 10] = X[tx]
        C = T.Buffer((24,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn", align=128)
        C[tx % 24 + 64] = T.float16(1.0)
        X[tx] = A[tx % 10] + T.Cast("float32", C[tx % 24 + 64])
