# check: pass PointerValueTypeRewrite
# The lane of an element must be the same in all iterations.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((4,), "float32")):
        A[0:4] = T.Broadcast(T.float32(0.0), 4)
        for i in range(4):
            B[i] = A[i * 8 + 6]  # error: the lane of the element i * 8 + 6 in vectors of 4 is not known
