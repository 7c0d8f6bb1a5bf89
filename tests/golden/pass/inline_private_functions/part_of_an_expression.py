# check: pass InlinePrivateFunctions
# expect: unchanged
# A value cannot be replaced by statements.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def twice(n: T.int32) -> T.int32:
        return n * 2

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32")):
        A[0] = Before.twice(4)
