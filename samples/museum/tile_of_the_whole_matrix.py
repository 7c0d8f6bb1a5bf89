# title: Buffers are compacted before they are moved
# group: Museum
# topic: Passes in the wrong order
# order: 2620
# summary: The tile of one block keeps the extents of the matrix
# pipeline: s_tir@early-compaction
# fix: s_tir
# bad pass: ThreadSync("shared")
# execution: fails: 262144 bytes of shared memory in a block
# computes: Y[i, j] = X[j, i]
#
# A tile as large as the matrix.
#
# CompactBufferAllocation shrinks a buffer to what is accessed while it is alive. Under `s_tir@early-compaction` it runs before
# PlanAndUpdateBufferAllocationLocation, so `tile` is still allocated outside of the loop over blocks, where all of it is
# accessed. Moving it afterwards does not make it smaller: every block takes 256 KiB of shared memory instead of 4 KiB, which
# is more than a GPU has. Executions notice it from ThreadSync on, where shared memory is that of a GPU. The contract
# says so before the run.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((256, 256), "float32"), Y: T.Buffer((256, 256), "float32")):
        tile = T.sblock_alloc_buffer((256, 256), "float32", scope="shared")
        for bx in T.thread_binding(64, thread="blockIdx.x"):
            for k in range(4):
                for tx in T.thread_binding(256, thread="threadIdx.x"):
                    with T.sblock("tile"):
                        i = T.axis.spatial(256, bx // 8 * 32 + k * 8 + tx // 32)
                        j = T.axis.spatial(256, bx % 8 * 32 + tx % 32)
                        tile[i, j] = X[i, j]
            for k in range(4):
                for tx in T.thread_binding(256, thread="threadIdx.x"):
                    with T.sblock("Y"):
                        j = T.axis.spatial(256, bx % 8 * 32 + k * 8 + tx // 32)
                        i = T.axis.spatial(256, bx // 8 * 32 + tx % 32)
                        Y[j, i] = tile[i, j]
