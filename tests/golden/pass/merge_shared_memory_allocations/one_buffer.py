# check: pass MergeSharedMemoryAllocations
# Nothing to merge.
# expect: unchanged
# report:
#   note: nothing to merge: the function has one dynamic shared buffer

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[tx]
