# check: pass LowerCrossThreadReduction
# expect: unchanged
# There is no start value.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("B"):
                    vi, vk = T.axis.remap("SR", [i, tx])
                    T.reads(B[vi], A[vi, vk])
                    T.writes(B[vi])
                    B[vi] = B[vi] + A[vi, vk]
