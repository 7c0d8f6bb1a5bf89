# title: Reductions over threads are lowered too late
# group: Museum
# topic: Passes in the wrong order
# order: 2600
# summary: Each thread adds to the same sum, as if it were alone
# pipeline: s_tir@late-reductions
# fix: s_tir
# bad pass: LowerInitBlock
# finding: race Y[0]
# finding line: Y[i] = Y[i]
# conflicting line: Y[i] = Y[i]
# computes: Y[i] = sum(X[i, j] for j in range(64))
#
# A reduction over threads that is not recognized.
#
# LowerCrossThreadReduction looks for blocks with an init whose reduction axis is bound to threads. Under
# `s_tir@late-reductions`, LowerInitBlock runs before it and makes the init a part of the body: no reduction is left to be
# recognized, and all 64 threads of a block add to `Y[i]` at the same time. The contract says so before the run:
# LowerCrossThreadReduction requires that reductions have their init.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((8, 64), "float32"), Y: T.Buffer((8,), "float32")):
        for bx in T.thread_binding(8, thread="blockIdx.x"):
            for tx in T.thread_binding(64, thread="threadIdx.x"):
                with T.sblock("sum"):
                    i, j = T.axis.remap("SR", [bx, tx])
                    with T.init():
                        Y[i] = T.float32(0.0)
                    Y[i] = Y[i] + X[i, j]
