# check: pass StorageRewrite
# Each iteration of a parallel loop has its own memory.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        for k in T.parallel(2):
            for j in range(2):
                S = T.alloc_buffer((32,))
                for i in range(32):
                    S[i] = A[k * 64 + j * 32 + i]
                for i in range(32):
                    B[k * 64 + j * 32 + i] = S[31 - i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        for k in T.parallel(2):
            S_ptr = T.alloc_buffer((32,))
            for j in range(2):
                for i in range(32):
                    S_ptr[i] = A[k * 64 + j * 32 + i]
                for i in range(32):
                    B[k * 64 + j * 32 + i] = S_ptr[31 - i]
