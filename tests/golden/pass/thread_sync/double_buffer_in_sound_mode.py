# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# mode: sound
# Nothing proves that the fetch goes to the other half: a barrier is in front of the read, too.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((64,))
        S[tx] = A[tx]
        for i in range(3):
            with T.attr(S.data, "double_buffer_write", 1):
                S[(i + 1) % 2 * 32 + tx] = A[(i + 1) * 32 + tx]
            B[i * 32 + tx] = S[i % 2 * 32 + (31 - tx)]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((64,))
        S[tx] = A[tx]
        for i in range(3):
            T.tvm_storage_sync("shared")
            with T.attr(S.data, "double_buffer_write", 1):
                S[(i + 1) % 2 * 32 + tx] = A[(i + 1) * 32 + tx]
            T.tvm_storage_sync("shared")
            B[i * 32 + tx] = S[i % 2 * 32 + (31 - tx)]
