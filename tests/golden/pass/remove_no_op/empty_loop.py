# check: pass RemoveNoOp
# A loop around nothing disappears together with its variable.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        for i in range(16):
            T.evaluate(0)
        A[0] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1.0)
