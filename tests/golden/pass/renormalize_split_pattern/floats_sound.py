# check: pass RenormalizeSplitPattern
# mode: sound
# What is not a number is neither less than another number nor at least as large: negations stay.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32")):
        B[0] = T.Select(not A[0] >= A[1], 1, 2)
        B[1] = T.Select(A[0] >= A[1] and B[3] >= 8, 1, 2)
        B[2] = T.Select(not (A[0] < A[1] or A[2] == A[1]), 1, 2)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32")):
        B[0] = T.Select(not A[0] >= A[1], 1, 2)
        B[1] = T.Select(A[0] >= A[1] and 1 <= B[3] // 8, 1, 2)
        B[2] = T.Select(not A[0] < A[1] and A[2] != A[1], 1, 2)
