# check: pass InjectVirtualThread
# A condition on the instance repeats the whole branch, a binding everything after it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        vt = T.launch_thread("vthread", 2)
        if vt < 1:
            B[0] = A[0]
        v: T.let[T.int32] = vt * 4
        B[v] = A[v]
        B[v + 1] = A[v + 1]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        if T.LT(0, 1):
            B[0] = A[0]
        if T.LT(1, 1):
            B[0] = A[0]
        v: T.let[T.int32] = T.Mul(0, 4)
        B[v] = A[v]
        B[v + 1] = A[v + 1]
        v_1: T.let[T.int32] = T.Mul(1, 4)
        B[v_1] = A[v_1]
        B[v_1 + 1] = A[v_1 + 1]
