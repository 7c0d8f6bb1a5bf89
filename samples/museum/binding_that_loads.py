# title: A load in a binding is not counted
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2370
# summary: Lifetimes ignore a binding beside the allocation, and the pass fails
# pipeline: split
# fix: split in sound mode
# bad pass: MergeSharedMemoryAllocations
# error: 'tile_ptr' is used in the scope of its allocation
# error line: tile[63 - tx]
# computes: Y[i] = X[i] * X[i]
#
# A binding that loads beside the allocation.
#
# The merge counts lifetimes in statements of the scope that owns an allocation, but does not count a binding in
# that scope: MergeSharedMemoryAllocations fails at the load of `tile`. In a loop, the same binding is fine. The
# sound mode counts it.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            tile = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            other = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            tile[tx] = X[tx]
            T.tvm_storage_sync("shared")
            mine: T.let[T.float32] = tile[63 - tx]
            other[tx] = mine * mine
            T.tvm_storage_sync("shared")
            Y[tx] = other[63 - tx]
