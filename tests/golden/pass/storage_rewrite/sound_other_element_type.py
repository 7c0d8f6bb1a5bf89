# check: pass StorageRewrite
# mode: sound
# Shared memory is not reused for elements of another type.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "int32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S = T.alloc_shared((64,))
        S[tx] = A[tx]
        A[63 - tx] = S[tx]
        Q = T.alloc_shared((64,), "int32")
        Q[tx] = tx
        B[63 - tx] = Q[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "int32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S_ptr = T.alloc_shared((64,))
        Q_ptr = T.alloc_shared((64,), "int32")
        S_ptr[tx] = A[tx]
        A[63 - tx] = S_ptr[tx]
        Q_ptr[tx] = tx
        B[63 - tx] = Q_ptr[tx]
