# check: pass MergeSharedMemoryAllocations
# defect: defect-load-in-binding
# A binding in the scope of the allocation is not a statement that lifetimes are counted in.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        v: T.let[T.float32] = A[tx] # error: 'A_ptr' is used in the scope of its allocation outside of a store or a call statement, where its lifetime cannot be counted
        B[tx] = v
        X[tx] = B[tx]
