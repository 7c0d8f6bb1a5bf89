# check: pass CanonicalizeLoop
# Without a step nothing is multiplied.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32")):
        for i in range(4, 12):
            A[i] = 1

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32")):
        for i in range(8):
            A[i + 4] = 1
