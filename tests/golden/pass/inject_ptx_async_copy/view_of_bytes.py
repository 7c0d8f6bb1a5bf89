# check: pass InjectPTXAsyncCopy
# In a buffer of bytes, the offset counts bytes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float16"), B: T.Buffer((64,), "float16")):
        tx = T.launch_thread("threadIdx.x", 8)
        M = T.alloc_buffer((128,), "uint8", scope="shared.dyn")
        S = M.view("float16")
        with T.attr({"async_scope": 1}):
            S[tx * 8:tx * 8 + 8] = A[tx * 8:tx * 8 + 8]
        B[tx] = S[7 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float16"), B: T.Buffer((64,), "float16")):
        tx = T.launch_thread("threadIdx.x", 8)
        M = T.alloc_buffer((128,), "uint8", scope="shared.dyn")
        S = M.view("float16")
        T.ptx.cp_async("float16", M.data, tx * 8 * 2, A.data, tx * 8, 16)
        B[tx] = S[7 - tx]
