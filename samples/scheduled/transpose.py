# title: Transpose through padded shared memory
# group: Scheduled
# order: 1020
# summary: A tile that is compacted and padded, and a barrier that ThreadSync inserts
# pipeline: s_tir
# computes: B[j, i] = A[i, j]
#
# A transpose through shared memory. Rows of the tile are padded by one element (`buffer_dim_align`), so that the
# threads of a warp, which read a column, use different banks.
#
# CompactBufferAllocation shrinks the tile from the whole matrix to 32 by 32, and pads it: look at its strides.
# ThreadSync inserts the barrier between the two loop nests.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 96), "float32"), B: T.Buffer((96, 64), "float32")):
        tile = T.sblock_alloc_buffer((64, 96), "float32", scope="shared")
        for by in T.thread_binding(2, thread="blockIdx.y"):
            for bx in T.thread_binding(3, thread="blockIdx.x"):
                for k in range(4):
                    for ty in T.thread_binding(8, thread="threadIdx.y"):
                        for tx in T.thread_binding(32, thread="threadIdx.x"):
                            with T.sblock("tile"):
                                i = T.axis.spatial(64, by * 32 + k * 8 + ty)
                                j = T.axis.spatial(96, bx * 32 + tx)
                                T.sblock_attr({"buffer_dim_align": [[0, 0, 32, 1]]})
                                tile[i, j] = A[i, j]
                for k in range(4):
                    for ty in T.thread_binding(8, thread="threadIdx.y"):
                        for tx in T.thread_binding(32, thread="threadIdx.x"):
                            with T.sblock("B"):
                                j = T.axis.spatial(96, bx * 32 + k * 8 + ty)
                                i = T.axis.spatial(64, by * 32 + tx)
                                B[j, i] = tile[i, j]
