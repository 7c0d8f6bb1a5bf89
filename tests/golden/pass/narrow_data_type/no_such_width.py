# check: pass NarrowDataType(24)
# Integers have 8, 16, 32, or 64 bits.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)  # error: InternalError: indices cannot have 24 bits; 8, 16, 32 and 64 are possible
    def main(A: T.Buffer((64,), "float32")):
        A[0] = T.float32(0.0)
