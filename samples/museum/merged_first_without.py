# title: Merged into a launch that needs no shared memory
# group: Museum
# topic: Shared memory leaves its launch
# order: 2030
# summary: The first launch gets the allocation that only the second one uses
# pipeline: split@legacy-merge
# fix: split
# bad pass: MergeSharedMemoryAllocations(mode="legacy")
# error: on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1
# error line: tile[tx
# execution: refused: no definition of its data 'buf_dyn_shmem' is in scope
# computes: X[i] = 2 * X[i]
# computes: Y[i] = X[63 - i] * (X[63 - i] + 1)
#
# The first launch has no shared memory, and gets that of the second.
#
# `split@legacy-merge` puts the merged allocation into the first launch it meets, whatever that launch contains:
# the one that scales X, which needs no shared memory at all. The launch that needs it is left without.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            X[tx] = X[tx] * T.float32(2.0)
        with T.launch_thread("threadIdx.x", 64) as tx:
            tile = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            shifted = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            tile[tx] = X[tx]
            shifted[tx] = X[tx] + T.float32(1.0)
            T.tvm_storage_sync("shared")
            Y[tx] = tile[63 - tx] * shifted[63 - tx]
