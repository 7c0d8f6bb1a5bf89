# check: pass PointerValueTypeRewrite
# expect: unchanged
# The element that is read may be any lane of a vector: the memory stays scalar.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((4,), "float32")):
        A[0:4] = T.Broadcast(T.float32(0.0), 4)
        for i in range(4):
            B[i] = A[i * 2147483647 + 6]
