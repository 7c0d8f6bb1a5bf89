# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# All threads take the branch, or none of them does.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        if T.tvm_thread_invariant(n < 16):
            S[tx] = A[tx]
            B[tx] = S[31 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        if T.tvm_thread_invariant(n < 16):
            S[tx] = A[tx]
            T.tvm_storage_sync("shared")
            B[tx] = S[31 - tx]
