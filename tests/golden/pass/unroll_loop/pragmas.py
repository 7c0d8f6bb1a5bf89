# check: pass UnrollLoop
# A pragma holds for its body, and goes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        with T.attr({"pragma_auto_unroll_max_step": 2}):
            for i in range(2):
                A[i] = T.float32(0.0)
        for j in range(2):
            A[j + 2] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        A[0] = T.float32(0.0)
        A[1] = T.float32(0.0)
        for j in range(2):
            A[j + 2] = T.float32(0.0)
