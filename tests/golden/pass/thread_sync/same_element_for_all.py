# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# One element for all threads: the index does not depend on the thread.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((1,))
        if tx == 0:
            S[0] = A[0]
        B[tx] = S[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((1,))
        if tx == 0:
            S[0] = A[0]
        T.tvm_storage_sync("shared")
        B[tx] = S[0]
