# check: pass CommonSubexprElim
# not idempotent: what the vector is built of occurs twice again
# The vector is bound first: vectors that are only built do not count as nested. It does not use what is bound later.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), i: T.int32):
        B[0:2] = A[T.Ramp(i % 24 * 2 + 3, 1, 2) % T.Broadcast(48, 2)]
        B[2:4] = A[T.Ramp(i % 24 * 2 + 3, 1, 2) % T.Broadcast(48, 2)]
        B[i % 24 * 2 + 3] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), i: T.int32):
        cse_v1: T.let[T.int32x2] = T.Ramp(i % 24 * 2 + 3, 1, 2) % T.Broadcast(48, 2)
        cse_v2: T.let[T.int32] = i % 24 * 2 + 3
        B[0:2] = A[cse_v1]
        B[2:4] = A[cse_v1]
        B[cse_v2] = T.float32(0.0)
