# title: Merged although each launch has one buffer
# group: Museum
# topic: Shared memory leaves its launch
# order: 2050
# summary: The pass counts the buffers of the function instead of those of a launch
# pipeline: split@legacy-merge
# fix: split
# bad pass: MergeSharedMemoryAllocations(mode="legacy")
# error: on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1
# error line: narrow[tx
# execution: refused: no definition of its data 'buf_dyn_shmem' is in scope
# computes: X[i] = X[63 - i]
# computes: Y[i] = X[31 - i] + X[63 - i]
#
# One shared buffer per launch: nothing to merge, and merged all the same.
#
# No launch has two buffers, so `split` leaves both alone. `split@legacy-merge` counts the function's: two, which
# is enough to merge, and the second launch loses the one that was its own.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((32,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            wide = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            wide[tx] = X[tx]
            T.tvm_storage_sync("shared")
            X[tx] = wide[63 - tx]
        with T.launch_thread("threadIdx.x", 32) as tx:
            narrow = T.alloc_buffer((32,), "float32", scope="shared.dyn")
            narrow[tx] = X[tx] + X[tx + 32]
            T.tvm_storage_sync("shared")
            Y[tx] = narrow[31 - tx]
