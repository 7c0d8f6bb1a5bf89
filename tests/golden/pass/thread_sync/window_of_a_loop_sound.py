# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# mode: sound
# In the next iteration, a thread accesses the element of its neighbor.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((40, 32), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((40,))
        for k in range(8):
            S[tx + k] = A[tx]
            B[k, tx] = S[tx + k]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((40, 32), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((40,))
        for k in range(8):
            T.tvm_storage_sync("shared")
            S[tx + k] = A[tx]
            B[k, tx] = S[tx + k]
