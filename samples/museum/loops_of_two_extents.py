# title: Loops of 32 and of 64 threads become one loop of 32
# group: Museum
# topic: Memory of the wrong threads
# order: 2568
# summary: Loops over 32 and over 64 threads become one loop over 32
# pipeline: s_tir
# fix: s_tir in sound mode
# bad pass: LiftThreadBinding
# execution: differs
# computes: Y[i] = X[63 - i]
#
# 32 threads copy two elements each; then 64 threads read one each. A kernel has one number of threads.
#
# LiftThreadBinding joins the two loops over `threadIdx.x` at their common ancestor. TVM gives the new loop the extent of the
# first one and does not compare it with the others: half of `Y` is never written. With the two loops in the other order, the
# second one would run with 64 threads and access elements that do not exist. In sound mode the new loop has 64 threads, and a
# condition keeps the upper half of them out of the first body.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        tile = T.sblock_alloc_buffer((64,), scope="shared")
        for bx in T.thread_binding(1, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                for half in range(2):
                    with T.sblock("tile"):
                        i = T.axis.spatial(64, half * 32 + tx)
                        tile[i] = X[i]
            for tx in T.thread_binding(64, thread="threadIdx.x"):
                with T.sblock("Y"):
                    i = T.axis.spatial(64, tx)
                    Y[i] = tile[63 - i]
