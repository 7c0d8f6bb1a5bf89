# check: pass NarrowDataType(32)
# Elements of 64 bits are data, not indices.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int64")):
        for i in range(T.int64(16)):
            A[i] = A[i] + T.int64(1)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int64")):
        for i in range(16):
            A[i] = A[i] + T.int64(1)
