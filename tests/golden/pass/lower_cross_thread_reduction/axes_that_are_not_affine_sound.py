# check: pass LowerCrossThreadReduction
# mode: sound
# TVM leaves this block as it is, and its threads race.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "int32"), Y: T.Buffer((4,), "int32")):
        # with T.sblock("root"):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("M"):  # error: block 'M' cannot be reduced across threads: the values of its axes are not known to be different for different iterations
                    i = T.axis.spatial(4, bx)
                    j = T.axis.reduce(32, tx * tx % 32)
                    T.where(tx < 31)
                    T.reads(A[i, j])
                    T.writes(Y[i])
                    with T.init():
                        Y[i] = 0
                    Y[i] = Y[i] + A[i, j]
