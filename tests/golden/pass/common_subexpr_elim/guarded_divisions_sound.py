# check: pass CommonSubexprElim
# mode: sound
# A division stays under the condition that keeps its divisor from being zero, unless it is computed in any case.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32"), m: T.int32):
        for i in range(8):
            A[i] = T.if_then_else(i != 0, 8 // i, 0) + T.if_then_else(i > 2, 8 // i, 1)
            if m != 0:
                B[i] = i % m
            else:
                A[i] = T.if_then_else(m > 0, i % m, 0)
        for i in range(8):
            A[i] = T.if_then_else(m > 3, 7 // m, 0) + 7 // m

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32"), m: T.int32):
        for i in range(8):
            A[i] = T.if_then_else(i != 0, 8 // i, 0) + T.if_then_else(i > 2, 8 // i, 1)
            if m != 0:
                B[i] = i % m
            else:
                A[i] = T.if_then_else(m > 0, i % m, 0)
        for i in range(8):
            cse_v1: T.let[T.int32] = 7 // m
            A[i] = T.if_then_else(m > 3, cse_v1, 0) + cse_v1
