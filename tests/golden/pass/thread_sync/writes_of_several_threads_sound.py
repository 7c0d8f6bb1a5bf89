# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# mode: sound
# Both threads write the same element: the second one must come last.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        S[tx] = T.float32(0.0)
        S[31 - tx] = A[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        S[tx] = T.float32(0.0)
        T.tvm_storage_sync("shared")
        S[31 - tx] = A[tx]
