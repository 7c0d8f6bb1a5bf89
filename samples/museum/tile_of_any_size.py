# title: A tile of any size
# group: Museum
# topic: Sizes of memory
# order: 2700
# summary: Two accesses of the same part of a symbolic dimension, and a tile of 2147483647 elements
# pipeline: s_tir
# fix: s_tir in sound mode
# bad pass: CompactBufferAllocation
# execution: fails: bytes of shared memory in a block
# computes: Y[i, j] = X[i, j] + X[i, 15 - j]
#
# A tile of a matrix with any number of rows.
#
# A block needs 16 rows of `tile`, fewer in the last block. CompactBufferAllocation unites what both accesses cover; the
# union is spelled in a way in which only the type bounds its size, and what the type holds becomes the extent. With one
# access the extent is 16. The sound mode does not unite what is equal, and keeps a dimension whole if nothing bounds it.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.handle, y: T.handle):
        n = T.int32()
        X = T.match_buffer(x, (n, 16), "float32")
        Y = T.match_buffer(y, (n, 16), "float32")
        tile = T.sblock_alloc_buffer((n, 16), "float32", scope="shared")
        for bx in T.thread_binding((n + 15) // 16, thread="blockIdx.x"):
            for ty in T.thread_binding(16, thread="threadIdx.y"):
                for tx in T.thread_binding(16, thread="threadIdx.x"):
                    with T.sblock("tile"):
                        i = T.axis.spatial(n, bx * 16 + ty)
                        j = T.axis.spatial(16, tx)
                        T.where(bx * 16 + ty < n)
                        tile[i, j] = X[i, j]
                    with T.sblock("Y"):
                        i = T.axis.spatial(n, bx * 16 + ty)
                        j = T.axis.spatial(16, tx)
                        T.where(bx * 16 + ty < n)
                        Y[i, j] = tile[i, j] + tile[i, 15 - j]
