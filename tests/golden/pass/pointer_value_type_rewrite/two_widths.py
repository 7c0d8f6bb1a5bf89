# check: pass PointerValueTypeRewrite
# Accesses of four and of eight elements: nothing fits both.
# expect: unchanged

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        A[0:4] = T.Broadcast(T.float32(0.0), 4)
        A[8:16] = T.Broadcast(T.float32(0.0), 8)
