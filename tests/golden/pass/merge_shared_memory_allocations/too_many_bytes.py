# check: pass MergeSharedMemoryAllocations
# The bytes of one buffer do not fit into 32 bits: four times 2 ** 30 would wrap around to 0.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((1073741824,), scope="shared.dyn") # error: with buffer 'A', the shared memory of the launch takes more bytes than 32 bits can count
        B = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        B[tx] = A[tx]
        X[tx] = B[tx]
