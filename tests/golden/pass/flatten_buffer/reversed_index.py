# check: pass FlattenBuffer
# An index is written through its iterators: a reversed one gets a negative factor.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(64):
            A[63 - i] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        A_1 = T.decl_buffer((64,), data=A.data)
        for i in range(64):
            A_1[i * -1 + 63] = T.float32(0.0)
