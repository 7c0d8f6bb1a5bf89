# check: pass MergeSharedMemoryAllocations
# Merging takes buffers with one index.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((8, 8), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx // 8, tx % 8] = X[tx] # error: buffer 'A' has 2 dimensions; merging takes buffers with one, which FlattenBuffer makes
        B[tx] = X[tx]
        X[tx] = A[tx // 8, tx % 8] + B[tx]
