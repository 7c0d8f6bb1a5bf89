# check: pass LowerCrossThreadReduction
# One nest gives one result.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        for tx in T.thread_binding(128, thread="threadIdx.x"):
            for i in range(8):
                with T.sblock("B"):  # error: block 'B' cannot be reduced across threads: a loop that does not reduce is inside of a loop that does
                    vi, vk = T.axis.remap("SR", [i, tx])
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.float32(0.0)
                    B[vi] = B[vi] + A[vi, vk]
