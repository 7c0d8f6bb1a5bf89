# title: The predicate of a reduction is dropped
# group: Museum
# topic: Cross-thread reductions
# order: 2420
# summary: Threads reduce six rows together, and the results of eight are stored
# pipeline: s_tir
# fix: s_tir in sound mode
# bad pass: LowerCrossThreadReduction
# note: is a reduction (sum) over threads of threadIdx.x (32)
# execution: differs
# computes: Y[i] = sum(X[i, k] for k in range(64)) if i < 6 else Y[i]
#
# The predicate leaves out two of eight rows, but their results are stored, too.
#
# Threads reduce a row together, and one of them stores the result where the predicate holds. LowerCrossThreadReduction
# takes the parts of a conjunction for that; `i < 6` alone has no parts, and it is dropped. No verdict is red. The sound
# mode keeps the comparison.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((8, 64), "float32"), Y: T.Buffer((8,), "float32")):
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for k in range(2):
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("sum"):
                        vi = T.axis.spatial(8, i)
                        vk = T.axis.reduce(64, k * 32 + tx)
                        T.where(i < 6)
                        T.reads(X[vi, vk])
                        T.writes(Y[vi])
                        with T.init():
                            Y[vi] = T.float32(0.0)
                        Y[vi] = Y[vi] + X[vi, vk]
