# check: pass ThreadSync("shared")
# expect: unchanged
# An explicit barrier counts.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        S[tx] = A[tx]
        T.tvm_storage_sync("shared")
        B[tx] = S[31 - tx]
