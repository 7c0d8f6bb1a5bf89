# check: pass NarrowDataType(32)
# Casts to 64 bits inside an index go.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(128),), "float32")):
        for i in range(16):
            A[T.Cast("int64", i) * T.int64(8)] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(128),), "float32")):
        for i in range(16):
            A[i * 8] = T.float32(0.0)
