# title: One merged allocation for two launches
# group: Museum
# topic: Shared memory leaves its launch
# order: 2010
# summary: The second launch uses a buffer that is allocated in the first
# pipeline: split@legacy-merge
# fix: split
# bad pass: MergeSharedMemoryAllocations(mode="legacy")
# error: on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1
# error line: left[tx
# execution: refused: no definition of its data 'buf_dyn_shmem' is in scope
# computes: X[i] = X[63 - i] + X[63 - i] * X[63 - i]
# computes: Y[i] = X[31 - i] - X[i + 32]
#
# One merged buffer for two launches.
#
# Under `split@legacy-merge` the plan of the merge covers the whole function, and its one allocation goes into the
# first launch. `left` and `right` of the second launch then use a `buf_dyn_shmem` that ended with the first.
# Under `split` every launch plans for itself.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((32,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            plain = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            square = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            plain[tx] = X[tx]
            square[tx] = X[tx] * X[tx]
            T.tvm_storage_sync("shared")
            X[tx] = plain[63 - tx] + square[63 - tx]
        with T.launch_thread("threadIdx.x", 32) as tx:
            left = T.alloc_buffer((32,), "float32", scope="shared.dyn")
            right = T.alloc_buffer((32,), "float32", scope="shared.dyn")
            left[tx] = X[tx]
            right[tx] = X[tx + 32]
            T.tvm_storage_sync("shared")
            Y[tx] = left[31 - tx] - right[tx]
