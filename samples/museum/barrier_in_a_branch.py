# title: A warp barrier in a branch that some lanes skip
# group: Museum
# topic: Memory of the wrong threads
# order: 2567
# summary: The last steps of a reduction wait where some lanes of the warp do not come
# pipeline: s_tir
# fix: s_tir in sound mode
# bad pass: LowerThreadAllreduce
# execution: fails: BarrierDivergence
# finding: divergent-barrier 
# finding line: T.tvm_storage_sync("warp")
# conflicting line: T.tvm_storage_sync("shared")
# computes: Y[i] = sum(X[i, k] for k in range(48))
#
# 48 threads of a block reduce together, which is neither within a warp nor a number of whole warps.
#
# LowerThreadAllreduce then uses shared memory, and halves the number of threads that combine in each step. For the steps of
# the last warp, TVM opens one branch, `if threadIdx_x < 16`, and puts barriers of the warp into it. The other lanes of that
# warp do not take the branch, and wait at the barrier of the block after it: a barrier at which not all lanes of a warp
# arrive is undefined. TVM's own CUDA C has nothing for these barriers, and then relies on lanes in lockstep. In sound mode
# all threads of the block wait after every step, outside of the branch.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((4, 48), "int32"), Y: T.Buffer((4,), "int32")):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for tx in T.thread_binding(48, thread="threadIdx.x"):
                with T.sblock("Y"):
                    i = T.axis.spatial(4, bx)
                    j = T.axis.reduce(48, tx)
                    with T.init():
                        Y[i] = 0
                    Y[i] = Y[i] + X[i, j]
