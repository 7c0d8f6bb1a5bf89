# title: A call keeps the pointer of a merged buffer
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2340
# summary: Accesses are rewritten, the pointer argument is not
# pipeline: split
# fix: split in sound mode
# bad pass: MergeSharedMemoryAllocations
# error: variable 'tile_ptr', which nothing defines
# error line: half_of(tile_ptr
# execution: refused: 'tile_ptr'
# computes: Y[i] = X[63 - i] + 0.5 * (X[63 - i] + 1)
#
# A pointer that the merge does not follow.
#
# `half_of` takes the pointer of `tile`. The merge rewrites loads, stores and access pointers, and nothing else:
# the call still names `tile_ptr`, whose allocation is gone. The sound mode passes the place inside of the merged
# buffer.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def half_of(values: T.handle("float32", "shared.dyn"), i: T.int32) -> T.float32:
        buffer = T.decl_buffer((64,), "float32", data=values, scope="shared.dyn")
        return buffer[i] * T.float32(0.5)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            tile = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            other = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            other[tx] = X[tx]
            tile[tx] = X[tx] + T.float32(1.0)
            T.tvm_storage_sync("shared")
            Y[tx] = other[63 - tx] + Module.half_of(tile.data, 63 - tx)
