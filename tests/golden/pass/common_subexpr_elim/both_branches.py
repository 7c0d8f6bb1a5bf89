# check: pass CommonSubexprElim
# What both branches need is bound before the branch; what one of them needs, in it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for i in range(8):
            if n < 4:
                A[i * 8] = T.float32(0.0)
                A[n * 8] = T.float32(0.0)
                A[n * 8 + 1] = T.float32(0.0)
            else:
                A[i * 8] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for i in range(8):
            cse_v1: T.let[T.int32] = i * 8
            if n < 4:
                A[cse_v1] = T.float32(0.0)
                cse_v2: T.let[T.int32] = n * 8
                A[cse_v2] = T.float32(0.0)
                A[cse_v2 + 1] = T.float32(0.0)
            else:
                A[cse_v1] = T.float32(1.0)
