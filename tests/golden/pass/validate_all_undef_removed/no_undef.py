# check: pass ValidateAllUndefRemoved
# expect: unchanged
# Nothing is undefined.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32")):
        A[0] = 1
