# check: pass InferFragment
# expect: unchanged
# Registers are not fragments.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        L = T.alloc_local((1,))
        L[0] = A[tx]
        B[tx] = L[0]
