# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# A thread reads what another one has written. Nothing is needed at the end of the kernel.
# report:
#   note: a barrier: 'S_ptr' is read here, as S[31 - tx], and was written, as S[tx], by other threads
#   note: the barrier before S[31 - tx] orders it after this write of S[tx]

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        S[tx] = A[tx]
        B[tx] = S[31 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        S[tx] = A[tx]
        T.tvm_storage_sync("shared")
        B[tx] = S[31 - tx]
