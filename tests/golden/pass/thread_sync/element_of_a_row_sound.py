# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# mode: sound
# All threads of a row access one element, though its index mentions the innermost axis.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2, 8), "float32"), B: T.Buffer((2, 8), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        ty = T.launch_thread("threadIdx.y", 2)
        S = T.alloc_shared((2,))
        if tx == 0:
            S[ty] = A[ty, 0]
        B[ty, tx] = S[ty]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2, 8), "float32"), B: T.Buffer((2, 8), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        ty = T.launch_thread("threadIdx.y", 2)
        S = T.alloc_shared((2,))
        if tx == 0:
            S[ty] = A[ty, 0]
        T.tvm_storage_sync("shared")
        B[ty, tx] = S[ty]
