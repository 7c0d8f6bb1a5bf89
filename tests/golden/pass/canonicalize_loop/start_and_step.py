# check: pass CanonicalizeLoop
# The variable becomes the number of the iteration; its uses compute the old value.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32")):
        for i in range(2, 10, 3):
            A[i] = i

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32")):
        for i in range(3):
            A[i * 3 + 2] = i * 3 + 2
