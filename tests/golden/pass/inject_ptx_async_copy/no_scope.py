# check: pass InjectPTXAsyncCopy
# expect: unchanged
# Only copies in an asynchronous scope become asynchronous.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        S = T.alloc_shared((64,))
        S[tx] = A[tx]
        B[tx] = S[7 - tx]
