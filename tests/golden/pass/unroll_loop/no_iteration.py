# check: pass UnrollLoop
# A loop without an iteration leaves nothing.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in T.unroll(0):
            A[i] = T.float32(0.0)
        A[0] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        A[0] = T.float32(1.0)
