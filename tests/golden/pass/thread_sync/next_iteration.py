# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# The next iteration overwrites what other threads still read.
# report:
#   note: a barrier: 'S_ptr' is read here, as S[31 - tx], and was written, as S[tx], by other threads
#   note: the barrier before S[31 - tx] orders it after this write of S[tx]
#   note: a barrier: 'S_ptr' is written here, as S[tx], and was read, as S[31 - tx], in the previous iteration of the loop over 'k' by other threads
#   note: the barrier before S[tx] orders it after this read of S[31 - tx]

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
