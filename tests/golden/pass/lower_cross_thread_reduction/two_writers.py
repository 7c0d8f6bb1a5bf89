# check: pass LowerCrossThreadReduction
# expect: unchanged
# The other block may write between the threads.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("B"):
                    vi, vk = T.axis.remap("SR", [i, tx])
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.float32(0.0)
                    B[vi] = B[vi] + A[vi, vk]
        for i in range(8):
            with T.sblock("add"):
                vi = T.axis.spatial(8, i)
                T.reads(B[vi])
                T.writes(B[vi])
                B[vi] = B[vi] + T.float32(1.0)
