# check: pass LowerAsyncDMA
# expect: unchanged

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32")):
        S = T.alloc_buffer((128,), scope="global.vtcm")
        for i, j in T.grid(8, 64):
            S[j] = A[i * 64 + j]
