# check: pass CanonicalizeLoop
# The extent is rounded up and simplified.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32, A: T.Buffer((64,), "int32")):
        for i in range(0, n, 4):
            A[i] = 1

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(n: T.int32, A: T.Buffer((64,), "int32")):
        for i in range((n + 3) // 4):
            A[i * 4] = 1
