# check: pass ThreadSync("shared")
# expect: unchanged
# Every thread reads what it has written itself.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        S[tx] = A[tx]
        B[tx] = S[tx]
