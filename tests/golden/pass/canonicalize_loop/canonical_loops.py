# check: pass CanonicalizeLoop
# expect: unchanged

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32")):
        for i in range(16):
            A[i] = 1
