# check: pass StmtSimplify
# config: tirx.StmtSimplify.apply_constraints_to_boolean_branches=1
# Each operand of `and` is simplified where the other one holds, and each one of `or` where it does not.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "bool"), i: T.int32, n: T.int32):
        A[0] = i < n and (n <= i or n == 4)
        A[1] = i < n or i < n and n == 4

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "bool"), i: T.int32, n: T.int32):
        A[0] = i < n and n == 4
        A[1] = i < n
