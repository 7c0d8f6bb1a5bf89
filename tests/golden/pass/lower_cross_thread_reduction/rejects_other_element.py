# check: pass LowerCrossThreadReduction
# The accumulator is the element that is stored.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("B"):  # error: block 'B' cannot be reduced across threads: its update and its start value are not a reduction that is known to be commutative: sum, product, minimum, maximum, two sums, argmax or argmin, with the accumulator as the left operand
                    vi, vk = T.axis.remap("SR", [i, tx])
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.float32(0.0)
                    B[vi] = B[7 - vi] + A[vi, vk]
