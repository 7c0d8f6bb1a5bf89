# check: pass MergeSharedMemoryAllocations
# defect: defect-tiny-buffer
# An entry of 32 bits is never released and gets no bytes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((1,), scope="shared.dyn")
        A[tx] = X[tx]
        B[0] = A[tx] # error: 'B_ptr' has no place in the merged allocation: it is tiny, shares a free entry of symbolic size, or is used only through its address
        X[tx] = B[0]
