# check: pass InjectPTXAsyncCopy
# One element, a vector, and a copy under a condition that gives zero otherwise.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        S = T.alloc_shared((64,))
        with T.attr({"async_scope": 1}):
            S[tx] = A[tx]
            S[tx * 4:tx * 4 + 4] = A[tx * 4:tx * 4 + 4]
            S[tx + 8] = T.if_then_else(tx < 4, A[tx + 8], T.float32(0.0))
        B[tx] = S[7 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        S = T.alloc_shared((64,))
        T.ptx.cp_async("float32", S.data, tx, A.data, tx, 4)
        T.ptx.cp_async("float32", S.data, tx * 4, A.data, tx * 4, 16)
        T.ptx.cp_async("float32", S.data, tx + 8, A.data, tx + 8, 4, tx < 4)
        B[tx] = S[7 - tx]
