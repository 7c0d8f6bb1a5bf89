# check: pass InjectPTXAsyncCopy
# The instruction copies 4, 8 or 16 bytes, and nothing else; the scope goes in any case.
# report:
#   note: the store to 'S' stays: 2 bytes are copied; cp.async copies 4, 8 or 16
#   note: the store to 'S' stays: its value is not a load from global memory

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float16"), B: T.Buffer((64,), "float16")):
        tx = T.launch_thread("threadIdx.x", 8)
        S = T.alloc_shared((64,), "float16")
        with T.attr({"async_scope": 1}):
            S[tx] = A[tx]
            S[tx + 8] = A[tx + 8] + T.float16(1.0)
        B[tx] = S[7 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float16"), B: T.Buffer((64,), "float16")):
        tx = T.launch_thread("threadIdx.x", 8)
        S = T.alloc_shared((64,), "float16")
        S[tx] = A[tx]
        S[tx + 8] = A[tx + 8] + T.float16(1.0)
        B[tx] = S[7 - tx]
