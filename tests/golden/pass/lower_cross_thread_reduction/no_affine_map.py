# check: pass LowerCrossThreadReduction
# expect: unchanged
# The elements that a thread reduces are not known.
# report:
#   note: block 'B' stays as it is, and its threads race: its axes under its condition are not known to have different values in different iterations

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("B"):
                    vi = T.axis.spatial(8, i)
                    vk = T.axis.reduce(128, tx * tx)
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.float32(0.0)
                    B[vi] = B[vi] + A[vi, vk]
