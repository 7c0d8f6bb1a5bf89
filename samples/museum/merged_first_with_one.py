# title: Merged into a launch with a single buffer
# group: Museum
# topic: Shared memory leaves its launch
# order: 2040
# summary: The first launch has nothing to merge, and gets the allocation for all
# pipeline: split@legacy-merge
# fix: split
# bad pass: MergeSharedMemoryAllocations(mode="legacy")
# error: on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1
# error line: less[tx
# execution: refused: no definition of its data 'buf_dyn_shmem' is in scope
# computes: X[i] = X[63 - i]
# computes: Y[i] = X[63 - i] * X[63 - i] - 1
#
# One buffer in the first launch, two in the second.
#
# The first launch has nothing to merge, yet `split@legacy-merge` gives it the allocation for all three buffers:
# its kernel reserves too much, the other one nothing. `split` leaves the first launch alone and merges the
# second.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            tile = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            tile[tx] = X[tx]
            T.tvm_storage_sync("shared")
            X[tx] = tile[63 - tx]
        with T.launch_thread("threadIdx.x", 64) as tx:
            less = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            more = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            less[tx] = X[tx] - T.float32(1.0)
            more[tx] = X[tx] + T.float32(1.0)
            T.tvm_storage_sync("shared")
            Y[tx] = less[63 - tx] * more[63 - tx]
