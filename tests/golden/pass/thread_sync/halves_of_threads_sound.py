# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# mode: sound
# Two threads access each element, though its index mentions their axis.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((16,))
        S[tx // 2] = A[tx]
        B[tx] = S[tx // 2]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((16,))
        S[tx // 2] = A[tx]
        T.tvm_storage_sync("shared")
        B[tx] = S[tx // 2]
