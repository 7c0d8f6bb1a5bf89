# check: pass UnrollLoop
# Copies that no memory holds are not made.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in T.unroll(2000000000):  # error: the loop over 'i' cannot be unrolled: 2000000000 copies of its body would not fit into memory
            A[i % 8] = T.float32(0.0)
