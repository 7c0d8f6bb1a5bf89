# check: pass StorageRewrite
# Every thread replaces its own element: no defect.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S = T.alloc_shared((64,))
        Q = T.alloc_shared((64,))
        S[tx] = A[tx]
        Q[tx] = S[tx] + T.float32(1.0)
        B[tx] = Q[63 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S_ptr = T.alloc_shared((64,))
        S_ptr_1 = T.decl_buffer((64,), data=S_ptr.data, scope="shared")
        S_ptr[tx] = A[tx]
        S_ptr_1[tx] = S_ptr[tx] + T.float32(1.0)
        B[tx] = S_ptr_1[63 - tx]
