# check: pass NarrowDataType(32)
# Conditions on indices follow.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(128),), "float32"), B: T.Buffer((T.int64(128),), "float32")):
        for i in range(T.int64(128)):
            if i < T.int64(100):
                B[i] = T.if_then_else(T.int64(8) <= i, A[i - T.int64(8)], T.float32(0.0))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(128),), "float32"), B: T.Buffer((T.int64(128),), "float32")):
        for i in range(128):
            if i < 100:
                B[i] = T.if_then_else(8 <= i, A[i - 8], T.float32(0.0))
