# check: pass MergeSharedMemoryAllocations
# Static shared memory is merged only on request.
# expect: unchanged
# report:
#   note: nothing to merge: the function has no dynamic shared buffer

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_shared((64,))
        B = T.alloc_shared((64,))
        A[tx] = X[tx]
        B[tx] = A[tx]
        X[tx] = B[tx]
