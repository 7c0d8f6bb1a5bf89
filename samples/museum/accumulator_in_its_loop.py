# title: The accumulator moves into its loop
# group: Museum
# topic: Passes in the wrong order
# order: 2610
# summary: Without axes, nothing says that a loop reduces
# pipeline: s_tir@late-plan
# fix: s_tir
# bad pass: PlanAndUpdateBufferAllocationLocation
# execution: differs
# finding: uninitialized sums[0]
# finding line: Y[tx, k] = sums[tx]
# computes: Y[i, j] = sum(X[i, k] for k in range(j + 1))
#
# An accumulator that begins anew in each iteration.
#
# `sums` is accessed inside of the loop over `k` only. PlanAndUpdateBufferAllocationLocation keeps it outside because block
# `sums` reduces over that loop, which the axis `j` says. Under `s_tir@late-plan` ConvertBlocksToOpaque has replaced the axes
# before: the innermost place around all accesses is the body of the loop, and what one iteration adds is lost in the next
# one. The contract says so before the run: the pass requires that blocks have their axes.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64, 16), "float32"), Y: T.Buffer((64, 16), "float32")):
        sums = T.sblock_alloc_buffer((64,), "float32", scope="local")
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            for k in range(16):
                with T.sblock("sums"):
                    i, j = T.axis.remap("SR", [tx, k])
                    with T.init():
                        sums[i] = T.float32(0.0)
                    sums[i] = sums[i] + X[i, j]
                    Y[i, j] = sums[i]
