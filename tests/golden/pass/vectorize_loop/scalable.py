# check: pass VectorizeLoop
# target: {"kind": "llvm", "mtriple": "aarch64-linux-gnu", "feature.has_sve": true}
# The number of lanes is known at run time only.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for v in T.vectorized(T.vscale() * 4):
            B[v] = A[v] + T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        B[0:T.vscale() * 4] = A[0:T.vscale() * 4] + T.Broadcast(T.float32(1.0), T.vscale() * 4)
