# check: pass ForceNarrowIndexToInt32
# Parameters and extents change with the indices.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32"), n: T.int64):
        for i in range(T.int64(4)):
            B[i] = T.Select(T.int64(1) <= i, A[i + n], T.float32(0.0))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), n: T.int32):
        for i in range(4):
            B[i] = T.Select(1 <= i, A[i + n], T.float32(0.0))
