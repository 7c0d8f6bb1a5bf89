# check: pass MergeSharedMemoryAllocations
# Both are read by the last statement, so neither can take over the other.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        C = T.alloc_buffer((32,), scope="shared.dyn")
        D = T.alloc_buffer((32,), scope="shared.dyn")
        C[tx] = X[tx]
        D[tx] = X[tx] * T.float32(2.0)
        X[tx] = C[tx] + D[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        C = T.Buffer((32,), data=buf_dyn_shmem.data, scope="shared.dyn")
        C[tx] = X[tx]
        D = T.Buffer((32,), data=buf_dyn_shmem.data, scope="shared.dyn")
        D[tx + 32] = X[tx] * T.float32(2.0)
        X[tx] = C[tx] + D[tx + 32]
