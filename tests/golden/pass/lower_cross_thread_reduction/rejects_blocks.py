# check: pass LowerCrossThreadReduction
# Blocks of a grid cannot wait for each other.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            for bx in T.thread_binding(128, thread="blockIdx.x"):
                with T.sblock("B"):  # error: block 'B' cannot be reduced across threads: loop 'bx' is bound to blockIdx.x, but only the threads of one block can combine their values
                    vi, vk = T.axis.remap("SR", [i, bx])
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.float32(0.0)
                    B[vi] = B[vi] + A[vi, vk]
