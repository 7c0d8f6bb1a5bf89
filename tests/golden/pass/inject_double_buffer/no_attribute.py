# check: pass InjectDoubleBuffer
# expect: unchanged
# Only buffers with the attribute are doubled.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 16)
        for i in range(4):
            S = T.alloc_shared((16,))
            S[tx] = A[i * 16 + tx]
            B[i * 16 + tx] = S[15 - tx]
