# check: pass UnrollLoop
# config: tirx.UnrollLoop.auto_max_step=8
# config: tirx.UnrollLoop.explicit_unroll=0
# The code generator makes the copies.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in range(4):
            A[i] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in T.unroll(4):
            A[i] = T.float32(0.0)
