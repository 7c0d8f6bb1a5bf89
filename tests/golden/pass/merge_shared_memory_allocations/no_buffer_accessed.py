# check: pass MergeSharedMemoryAllocations
# Nothing is placed, and the allocation has no bytes at all.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        X[tx] = X[tx] + T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((0,), "uint8", scope="shared.dyn")
        X[tx] = X[tx] + T.float32(1.0)
