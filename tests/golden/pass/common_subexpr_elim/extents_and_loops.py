# check: pass CommonSubexprElim
# The extent belongs to the body around the loop, and so does what two loops share.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for i in range(n * 2):
            A[i + n * 2] = T.float32(0.0)
        for j in range(4):
            A[j + n * 2] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        cse_v1: T.let[T.int32] = n * 2
        for i in range(cse_v1):
            A[i + cse_v1] = T.float32(0.0)
        for j in range(4):
            A[j + cse_v1] = T.float32(1.0)
