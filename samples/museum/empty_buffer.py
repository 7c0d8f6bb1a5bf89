# title: The buffer after an empty one gets no place
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2400
# summary: Size 0 counts as symbolic; the entry is taken over without a record
# pipeline: split
# fix: split in sound mode
# bad pass: MergeSharedMemoryAllocations
# error: 'tile_ptr' has no place in the merged allocation
# error line: tile[tx]
# computes: Y[i] = X[63 - i]
#
# A buffer without elements.
#
# `none` is what is left of a tile when there is nothing to stage: it has no elements. MergeSharedMemoryAllocations
# takes the size 0 for "not constant", so the free entry of `none` suits any buffer of symbolic size, and `tile`
# takes it over without being written down in it. The pass fails at the first access to `tile`. The sound mode
# gives it bytes of its own.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.handle, y: T.handle):
        n = T.int32()
        X = T.match_buffer(x, (n,), "float32")
        Y = T.match_buffer(y, (n,), "float32")
        with T.launch_thread("threadIdx.x", n) as tx:
            none = T.alloc_buffer((0,), "float32", scope="shared.dyn")
            tile = T.alloc_buffer((n,), "float32", scope="shared.dyn")
            if tx < 0:
                none[tx] = X[tx]
            tile[tx] = X[tx]
            T.tvm_storage_sync("shared")
            Y[tx] = tile[n - 1 - tx]
