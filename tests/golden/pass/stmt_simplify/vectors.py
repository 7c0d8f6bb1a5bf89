# check: pass StmtSimplify
# A ramp and a broadcast are a ramp.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        A[T.Ramp(0, 1, 4) + T.Broadcast(n, 4)] = T.Broadcast(1, 4) + T.Broadcast(2, 4)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        A[n:n + 4] = T.Broadcast(3, 4)
