# check: pass StorageRewrite
# Memory outside of launches is allocated at the begin of the function.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        for k in range(2):
            S = T.alloc_buffer((64,))
            for i in range(64):
                S[i] = A[k * 64 + i]
            for i in range(64):
                B[k * 64 + i] = S[63 - i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        S_ptr = T.alloc_buffer((64,))
        for k in range(2):
            for i in range(64):
                S_ptr[i] = A[k * 64 + i]
            for i in range(64):
                B[k * 64 + i] = S_ptr[63 - i]
