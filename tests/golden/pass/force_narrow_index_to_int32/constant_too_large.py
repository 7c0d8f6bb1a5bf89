# check: pass ForceNarrowIndexToInt32
# A constant that does not fit is refused.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        for i in range(16):
            A[T.Cast("int64", i) + T.int64(4294967296)] = T.float32(0.0)  # error: the constant 4294967296 does not fit into 32 bits
