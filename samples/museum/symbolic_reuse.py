# title: A reused symbolic size gets no place
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2360
# summary: A buffer takes over a free entry and is not recorded in it
# pipeline: split
# fix: split in sound mode
# bad pass: MergeSharedMemoryAllocations
# error: 'after_ptr' has no place in the merged allocation
# error line: after[tx]
# computes: Y[i] = X[i] + X[63 - i]
#
# A symbolic size, used twice.
#
# `before` is dead when `after` is born, and both have n elements: the plan lets `after` take the entry of
# `before`, and forgets to write down that it did. MergeSharedMemoryAllocations fails at the first access to
# `after`. The sound mode gives each its own bytes.
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
            before = T.alloc_buffer((n,), "float32", scope="shared.dyn")
            after = T.alloc_buffer((n,), "float32", scope="shared.dyn")
            before[tx] = X[tx]
            T.tvm_storage_sync("shared")
            Y[tx] = before[n - 1 - tx]
            T.tvm_storage_sync("shared")
            after[tx] = Y[tx] + X[tx]
            T.tvm_storage_sync("shared")
            Y[tx] = after[n - 1 - tx]
