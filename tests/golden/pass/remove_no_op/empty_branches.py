# check: pass RemoveNoOp
# An empty branch leaves the other one; the call in the condition stays.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), n: T.int32):
        if n > 1:
            T.evaluate(0)
        else:
            A[0] = T.float32(1.0)
        if n > 2:
            A[1] = T.float32(1.0)
        else:
            T.evaluate(0)
        if T.call_extern("bool", "next") and n > 3:
            T.evaluate(0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), n: T.int32):
        if not n > 1:
            A[0] = T.float32(1.0)
        if n > 2:
            A[1] = T.float32(1.0)
        T.evaluate(T.call_extern("bool", "next") and n > 3)
