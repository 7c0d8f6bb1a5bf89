# check: pass CanonicalizeLoop
# Kind and annotations stay.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32")):
        for i in T.vectorized(4, 8, annotations={"mark": 1}):
            A[i] = 1

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32")):
        for i in T.vectorized(4, annotations={"mark": 1}):
            A[i + 4] = 1
