# check: pass NarrowDataType(32)
# All indices fit: loops, constants and indices have 32 bits.
# report:
#   note: 'i' becomes int32: everything that is computed from it fits
#   note: 'j' becomes int32: everything that is computed from it fits

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(128),), "float32"), B: T.Buffer((T.int64(128),), "float32")):
        for i, j in T.grid(T.int64(16), T.int64(8)):
            B[i * T.int64(8) + j] = A[i * T.int64(8) + j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(128),), "float32"), B: T.Buffer((T.int64(128),), "float32")):
        for i, j in T.grid(16, 8):
            B[i * 8 + j] = A[i * 8 + j]
