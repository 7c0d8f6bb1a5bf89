# check: pass PointerValueTypeRewrite
# An access that does not start at a multiple of the lanes cannot become a vector element.
# expect: unchanged

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        A[1:5] = T.Broadcast(T.float32(0.0), 4)
