# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# The next iteration overwrites what other threads still read.
# report:
#   note: a barrier: 'S_ptr' is read here and was written by other threads
#   note: a barrier: 'S_ptr' is written here and was read in the previous iteration by other threads

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256,), "float32"), B: T.Buffer((256,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        for k in range(8):
            S[tx] = A[k * 32 + tx]
            B[k * 32 + tx] = S[31 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256,), "float32"), B: T.Buffer((256,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        for k in range(8):
            T.tvm_storage_sync("shared")
            S[tx] = A[k * 32 + tx]
            T.tvm_storage_sync("shared")
            B[k * 32 + tx] = S[31 - tx]
