# check: pass RemoveAssumeInternal
# expect: unchanged
# Only a statement of its own goes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), n: T.int32):
        A[0] = T.Select(T.assume(n > 0), 1, 0)
