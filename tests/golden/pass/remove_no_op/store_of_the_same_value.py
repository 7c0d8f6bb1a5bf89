# check: pass RemoveNoOp
# What is stored is what is there; only where the indices are equal.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        for i in range(16):
            A[i] = A[i * 2 - i]
        A[0] = A[1]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        A[0] = A[1]
