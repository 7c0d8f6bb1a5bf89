# check: pass CommonSubexprElim
# The binding goes in front of the first use.
# report:
#   note: cse_v1 = i * 4, used 2 times

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i in range(16):
            B[i * 4] = A[i * 4]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i in range(16):
            cse_v1: T.let[T.int32] = i * 4
            B[cse_v1] = A[cse_v1]
