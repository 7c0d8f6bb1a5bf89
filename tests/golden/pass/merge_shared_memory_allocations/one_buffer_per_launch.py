# check: pass MergeSharedMemoryAllocations
# Nothing to merge in either launch, though the function has two buffers.
# expect: unchanged
# report:
#   note: nothing to merge in launch 1: it has one dynamic shared buffer
#   note: nothing to merge in launch 2: it has one dynamic shared buffer

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 32) as tx:
            A = T.alloc_buffer((64,), scope="shared.dyn")
            A[tx] = X[tx]
            X[tx] = A[tx]
        with T.launch_thread("threadIdx.x", 32) as tx:
            B = T.alloc_buffer((64,), scope="shared.dyn")
            B[tx] = X[tx]
            X[tx] = B[tx]
