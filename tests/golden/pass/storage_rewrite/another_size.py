# check: pass StorageRewrite
# Memory is reused only for buffers that are at most sixteen times as large or as small.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        S = T.alloc_buffer((2048,))
        Q = T.alloc_buffer((4,))
        for i in range(64):
            S[i] = A[i]
        for i in range(64):
            B[i] = S[63 - i]
        for i in range(4):
            Q[i] = A[i]
        for i in range(4):
            B[i] = Q[3 - i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        S_ptr = T.alloc_buffer((2048,))
        Q_ptr = T.alloc_buffer((4,))
        for i in range(64):
            S_ptr[i] = A[i]
        for i in range(64):
            B[i] = S_ptr[63 - i]
        for i in range(4):
            Q_ptr[i] = A[i]
        for i in range(4):
            B[i] = Q_ptr[3 - i]
