# title: Softmax across threads
# group: Scheduled
# order: 1050
# summary: Two reductions across the threads of a block
# pipeline: s_tir
# computes: Y[i, j] = exp(X[i, j]) / sum(exp(X[i, k]) for k in range(256))
#
# Softmax of rows: 64 threads reduce a row together, twice.
#
# A block whose reduction axis is bound to a thread is a cross-thread reduction. LowerCrossThreadReduction
# splits each into a part of its own per thread and `tvm_thread_allreduce`; LowerThreadAllreduce makes shuffles
# within warps and a short exchange through shared memory of it.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((8, 256), "float32"), Y: T.Buffer((8, 256), "float32")):
        largest = T.sblock_alloc_buffer((8,), "float32", scope="shared")
        total = T.sblock_alloc_buffer((8,), "float32", scope="shared")
        for bx in T.thread_binding(8, thread="blockIdx.x"):
            for k in range(4):
                for tx in T.thread_binding(64, thread="threadIdx.x"):
                    with T.sblock("largest"):
                        i = T.axis.spatial(8, bx)
                        j = T.axis.reduce(256, k * 64 + tx)
                        with T.init():
                            largest[i] = T.float32(-3.4028234663852886e38)
                        largest[i] = T.max(largest[i], X[i, j])
            for k in range(4):
                for tx in T.thread_binding(64, thread="threadIdx.x"):
                    with T.sblock("total"):
                        i = T.axis.spatial(8, bx)
                        j = T.axis.reduce(256, k * 64 + tx)
                        with T.init():
                            total[i] = T.float32(0.0)
                        total[i] = total[i] + T.exp(X[i, j] - largest[i])
            for k in range(4):
                for tx in T.thread_binding(64, thread="threadIdx.x"):
                    with T.sblock("Y"):
                        i = T.axis.spatial(8, bx)
                        j = T.axis.spatial(256, k * 64 + tx)
                        Y[i, j] = T.exp(X[i, j] - largest[i]) / total[i]
