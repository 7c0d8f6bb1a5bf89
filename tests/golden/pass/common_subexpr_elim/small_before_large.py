# check: pass CommonSubexprElim
# The larger expression uses the variable of the smaller one.
# report:
#   note: cse_v1 = i * 8, used 2 times; it occurs 3 times, the other 1 as a part of larger expressions that are bound, too
#   note: cse_v2 = i * 8 + j, used 2 times

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i, j in T.grid(8, 8):
            B[i * 8 + j] = A[i * 8 + j]
            B[i * 8] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i, j in T.grid(8, 8):
            cse_v1: T.let[T.int32] = i * 8
            cse_v2: T.let[T.int32] = cse_v1 + j
            B[cse_v2] = A[cse_v2]
            B[cse_v1] = T.float32(0.0)
