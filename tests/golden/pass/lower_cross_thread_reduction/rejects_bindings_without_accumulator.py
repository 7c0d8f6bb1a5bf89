# check: pass LowerCrossThreadReduction
# There is one binding for each accumulator.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("B"):  # error: block 'B' cannot be reduced across threads: it must bind one value for each accumulator: there are 2 bindings and 1 accumulators
                    vi, vk = T.axis.remap("SR", [i, tx])
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.float32(0.0)
                    b: T.let[T.float32] = B[vi] + A[vi, vk]
                    c: T.let[T.float32] = b
                    B[vi] = c
