# check: pass RemoveNoOp
# The body of the pragma is not to run.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1.0)
        with T.attr({"pragma_debug_skip_region": 1}):
            A[1] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1.0)
