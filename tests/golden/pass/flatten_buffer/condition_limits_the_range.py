# check: pass FlattenBuffer
# A condition that limits an iterator is part of what its range is.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i in range(64):
            B[i] = T.if_then_else(8 <= i, A[i], T.float32(0.0))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        A_1 = T.decl_buffer((64,), data=A.data)
        B_1 = T.decl_buffer((64,), data=B.data)
        for i in range(64):
            B_1[i] = T.if_then_else(8 <= i, A_1[i - 8 + 8], T.float32(0.0))
