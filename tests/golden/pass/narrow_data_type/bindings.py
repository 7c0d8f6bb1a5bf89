# check: pass NarrowDataType(32)
# A bound variable has the type of its value.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(128),), "float32")):
        for i in range(T.int64(16)):
            k: T.let[T.int64] = i * T.int64(8)
            A[k] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(128),), "float32")):
        for i in range(16):
            k: T.let[T.int32] = i * 8
            A[k] = T.float32(0.0)
