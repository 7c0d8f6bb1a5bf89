# check: pass StmtSimplify
# config: tirx.StmtSimplify.transitively_prove_inequalities=1
# i < j and j < k say i < k, when chains of conditions are followed.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), i: T.int32, j: T.int32, k: T.int32):
        if i < j and j < k:
            if i < k:
                A[0] = 1
            if i < k + 5:
                A[1] = 1
            if i + 2 < k:
                A[2] = 1

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), i: T.int32, j: T.int32, k: T.int32):
        if i < j and j < k:
            A[0] = 1
            A[1] = 1
            if i + 2 < k:
                A[2] = 1
