# check: pass CanonicalizeLoop
# The bounds of an inner loop use the outer variable.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32")):
        for i in range(1, 7, 2):
            for j in range(i, i + 8):
                A[j] = i

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32")):
        for i, j in T.grid(3, 8):
            A[j + i] = i * 2 + 1
