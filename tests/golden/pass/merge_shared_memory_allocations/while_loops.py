# check: pass MergeSharedMemoryAllocations
# One loop ends before the other begins.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        D = T.alloc_buffer((64,), scope="shared.dyn")
        E = T.alloc_buffer((64,), scope="shared.dyn")
        while X[tx] < T.float32(1.0):
            D[tx] = X[tx]
            X[tx] = D[tx] + T.float32(1.0)
        while X[tx] < T.float32(9.0):
            E[tx] = X[tx]
            X[tx] = E[tx] + T.float32(2.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        while X[tx] < T.float32(1.0):
            D = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            D[tx] = X[tx]
            X[tx] = D[tx] + T.float32(1.0)
        while X[tx] < T.float32(9.0):
            E = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            E[tx] = X[tx]
            X[tx] = E[tx] + T.float32(2.0)
