# check: pass StmtSimplify
# config: tirx.StmtSimplify.convert_boolean_to_and_of_ors=1
# Clauses that another one implies go, and clauses that differ in one literal are merged.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((3,), "bool"), i: T.int32, j: T.int32):
        A[0] = i == 0 and j == 0 or i == 0 and j < 5
        A[1] = (i < 3 or j == 7) and (j == 7 or 1 < i)
        A[2] = i < 3 and (i < 3 or j == 7)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((3,), "bool"), i: T.int32, j: T.int32):
        A[0] = i == 0 and (j == 0 or j < 5)
        A[1] = (i < 3 or j == 7) and (j == 7 or 1 < i)
        A[2] = i < 3
