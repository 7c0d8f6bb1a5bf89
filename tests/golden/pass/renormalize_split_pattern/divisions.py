# check: pass RenormalizeSplitPattern
# The common divisor goes out of the division.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096,), "float32")):
        for k, t in T.grid(4, 128):
            A[(k * 128 + t) // 8] = T.float32(0.0)
            A[(k * 12 + t) % 64 // 16] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096,), "float32")):
        for k, t in T.grid(4, 128):
            A[k * 16 + t // 8] = T.float32(0.0)
            A[(k * 3 + t // 4) // 4 % 4] = T.float32(1.0)
