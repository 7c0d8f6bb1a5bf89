# check: pass NarrowDataType(32)
# One index needs more than 32 bits: its loop stays.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(4294967296),), "float32")):
        for i in range(T.int64(65536)):
            A[i * T.int64(65536)] = T.float32(0.0)
        for j in range(T.int64(16)):
            A[j] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(4294967296),), "float32")):
        for i in range(T.int64(65536)):
            A[i * T.int64(65536)] = T.float32(0.0)
        for j in range(16):
            A[j] = T.float32(1.0)
