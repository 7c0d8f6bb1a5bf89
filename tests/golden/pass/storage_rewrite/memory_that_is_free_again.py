# check: pass StorageRewrite
# After the last use of S, Q takes its memory, although its type differs.
# report:
#   note: 'Q' takes the memory of 'S' after its last use, B[tx] = S[63 - tx]; its own first use is Q[tx] = tx

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S = T.alloc_shared((64,))
        S[tx] = A[tx]
        B[tx] = S[63 - tx]
        Q = T.alloc_shared((64,), "int32")
        Q[tx] = tx
        B[tx] = T.Cast("float32", Q[63 - tx])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        S_ptr = T.alloc_shared((64,))
        S_ptr_1 = T.Buffer((64,), data=S_ptr.data, scope="shared")
        S_ptr_1[tx] = A[tx]
        B[tx] = S_ptr_1[63 - tx]
        S_ptr_2 = S_ptr_1.view("int32")
        S_ptr_2[tx] = tx
        B[tx] = T.Cast("float32", S_ptr_2[63 - tx])
