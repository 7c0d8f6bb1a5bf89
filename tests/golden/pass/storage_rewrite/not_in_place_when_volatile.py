# check: pass StorageRewrite
# Volatile memory is not replaced in place; the annotation stays.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        S = T.alloc_buffer((64,), annotations={"tirx.volatile": True})
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
        S_ptr = T.alloc_buffer((64,), annotations={"tirx.volatile": True})
        Q_ptr = T.alloc_buffer((64,))
        for i in range(64):
            S_ptr[i] = A[i]
        for i in range(64):
            Q_ptr[i] = S_ptr[i] + T.float32(1.0)
        for i in range(64):
            B[i] = Q_ptr[63 - i]
