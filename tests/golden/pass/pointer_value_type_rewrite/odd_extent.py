# check: pass PointerValueTypeRewrite
# A buffer that does not hold a whole number of vectors keeps its elements.
# expect: unchanged

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((6,), "float32")):
        A[0:4] = T.Broadcast(T.float32(0.0), 4)
