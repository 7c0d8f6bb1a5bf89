# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# The barrier goes in front of the loop, not into it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        S = T.alloc_shared((32,))
        for i in range(4):
            S[i * 8 + tx] = A[i * 8 + tx]
        for i in range(4):
            B[i * 8 + tx] = S[tx * 4 + i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        S = T.alloc_shared((32,))
        for i in range(4):
            S[i * 8 + tx] = A[i * 8 + tx]
        T.tvm_storage_sync("shared")
        for i in range(4):
            B[i * 8 + tx] = S[tx * 4 + i]
