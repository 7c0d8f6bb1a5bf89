# check: pass ThreadSync("shared")
# mode: sound
# expect: unchanged
# Elements of two axes, of padded rows, of a bound index, and of one version for each iteration belong to one thread each.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((8, 64), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        ty = T.launch_thread("threadIdx.y", 2)
        S = T.alloc_shared((64,))
        P = T.alloc_shared((72,))
        V = T.alloc_shared((128,))
        S[ty * 32 + tx] = A[tx]
        P[ty * 36 + tx // 8 * 9 + tx % 8] = S[ty * 32 + tx]
        own: T.let[T.int32] = ty * 32 + tx
        B[0, own] = P[ty * 36 + tx // 8 * 9 + tx % 8]
        for k in range(8):
            V[k % 2 * 64 + own] = A[tx]
            B[k, own] = V[k % 2 * 64 + own]
