# check: pass StmtSimplify
# expect: unchanged
# By default, a condition only decides what compares the same two expressions.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), i: T.int32, j: T.int32, k: T.int32):
        if i < j and j < k:
            if i < k:
                A[0] = 1
