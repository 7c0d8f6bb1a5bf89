# check: pass UnrollLoop
# Each loop counts: here the inner copies fit, and the copies of them do not.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in T.unroll(5000):  # error: the loop over 'i' cannot be unrolled: 5000 copies of its body would not fit into memory
            for j in T.unroll(5000):
                A[(i + j) % 8] = T.float32(0.0)
