# check: pass UnrollLoop
# config: tirx.UnrollLoop.auto_max_extent=1
# A limit of one iteration takes every loop of one iteration away.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i, j in T.grid(1, 4):
            A[i * 4 + j] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for j in range(4):
            A[T.Mul(0, 4) + j] = T.float32(0.0)
