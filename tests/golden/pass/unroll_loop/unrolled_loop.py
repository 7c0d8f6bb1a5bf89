# check: pass UnrollLoop
# One copy of the body for each iteration; indices are left to simplification.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in T.unroll(1, 3):
            A[i] = T.float32(0.0)
            A[i + 4] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        A[1] = T.float32(0.0)
        A[T.Add(1, 4)] = T.float32(1.0)
        A[2] = T.float32(0.0)
        A[T.Add(2, 4)] = T.float32(1.0)
