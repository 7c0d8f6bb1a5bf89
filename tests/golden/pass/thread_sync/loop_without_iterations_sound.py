# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# mode: sound
# A barrier in a loop that may have no iterations orders nothing around the loop.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        Q = T.alloc_shared((32,))
        S[tx] = A[tx]
        for k in range(n):
            Q[tx] = A[tx]
            B[tx] = Q[31 - tx]
        B[tx] = S[31 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        Q = T.alloc_shared((32,))
        S[tx] = A[tx]
        for k in range(n):
            T.tvm_storage_sync("shared")
            Q[tx] = A[tx]
            T.tvm_storage_sync("shared")
            B[tx] = Q[31 - tx]
        T.tvm_storage_sync("shared")
        B[tx] = S[31 - tx]
