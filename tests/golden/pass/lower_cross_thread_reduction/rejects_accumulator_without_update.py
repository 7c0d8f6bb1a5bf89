# check: pass LowerCrossThreadReduction
# All of them are updated.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), P: T.Buffer((8,), "int32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("argmax"):  # error: block 'argmax' cannot be reduced across threads: it stores 1 new values and has 2 accumulators
                    vi, vk = T.axis.remap("SR", [i, tx])
                    T.reads(A[vi, vk])
                    T.writes(P[vi], B[vi])
                    with T.init():
                        P[vi] = -1
                        B[vi] = T.float32(-340282346638528859811704183484516925440.0)
                    B[vi] = A[vi, vk]
