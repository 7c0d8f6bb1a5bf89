# check: pass FlattenBuffer
# A single element is a buffer of one element.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((), "float32")):
        A[()] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((), "float32")):
        A_1 = A.view(1)
        A_1[0] = T.float32(1.0)
