# check: pass RenormalizeSplitPattern
# mode: sound
# A sum that wraps is another number than the sum of its parts: only where it does not wrap, the common divisor is taken out.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "uint8"), B: T.Buffer((64,), "uint8")):
        for i in range(64):
            A[i] = (T.Cast("uint8", i) * T.uint8(8) + T.uint8(16)) // T.uint8(8)
            B[i] = (T.Cast("uint8", i) * T.uint8(2) + T.uint8(16)) // T.uint8(2)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "uint8"), B: T.Buffer((64,), "uint8")):
        for i in range(64):
            A[i] = (T.Cast("uint8", i) * T.uint8(8) + T.uint8(16)) // T.uint8(8)
            B[i] = T.Cast("uint8", i) + T.uint8(8)
