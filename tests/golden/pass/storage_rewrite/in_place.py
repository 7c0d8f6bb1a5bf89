# check: pass StorageRewrite
# Each element of S is read for the last time where the element of Q is stored.
# report:
#   note: 'Q' takes the memory of 'S' in place: each element is read for the last time where it is replaced

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        S = T.alloc_buffer((64,))
        Q = T.alloc_buffer((64,))
        for i in range(64):
            S[i] = A[i]
        for i in range(64):
            Q[i] = S[i] + T.float32(1.0)
        for i in range(64):
            B[i] = Q[63 - i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        S_ptr = T.alloc_buffer((64,))
        S_ptr_1 = T.decl_buffer((64,), data=S_ptr.data)
        for i in range(64):
            S_ptr[i] = A[i]
        for i in range(64):
            S_ptr_1[i] = S_ptr[i] + T.float32(1.0)
        for i in range(64):
            B[i] = S_ptr_1[63 - i]
