# check: pass RemoveAssume
# expect: unchanged
# No statement states an assumption.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0] = n
