# check: pass MergeSharedMemoryAllocations
# defect: defect-symbolic-reuse
# A symbolic entry that is taken over does not record the buffer.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        B = T.alloc_buffer((n,), scope="shared.dyn")
        C = T.alloc_buffer((n,), scope="shared.dyn")
        B[tx] = X[tx]
        X[tx] = B[tx]
        C[tx] = X[tx] # error: 'C_ptr' has no place in the merged allocation: it is tiny, shares a free entry of symbolic size, or is used only through its address
        X[tx] = C[tx]
