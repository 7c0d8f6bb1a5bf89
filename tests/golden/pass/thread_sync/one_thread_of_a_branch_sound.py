# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# mode: sound
# One thread reads its own sum; the others read it after a barrier.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((1,))
        for k in range(8):
            if tx == 0:
                if k == 0:
                    S[0] = T.float32(0.0)
                S[0] = S[0] + A[k]
        B[tx] = S[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((1,))
        for k in range(8):
            if tx == 0:
                if k == 0:
                    S[0] = T.float32(0.0)
                S[0] = S[0] + A[k]
        T.tvm_storage_sync("shared")
        B[tx] = S[0]
