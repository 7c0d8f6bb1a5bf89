# check: pass CommonSubexprElim
# `i * 8` occurs only in what is bound already: no variable of its own.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i, j in T.grid(8, 8):
            B[i * 8 + j] = A[i * 8 + j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i, j in T.grid(8, 8):
            cse_v1: T.let[T.int32] = i * 8 + j
            B[cse_v1] = A[cse_v1]
