# title: Static shared memory is reused without a barrier
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2310
# summary: ThreadSync looks at static buffers one by one, and merging comes after it
# pipeline: split@static-merge
# fix: split@static-merge in sound mode
# bad pass: MergeSharedMemoryAllocations
# note: 'late' (512 bytes) is at byte 0: it takes over the entry of 'early'
# execution: differs
# finding: clobbered early[63]
# finding line: Y[tx] = early[
# conflicting line: late[tx] =
# computes: Y[i] = 2 * X[127 - i] + 1
#
# Static shared memory used twice.
#
# ThreadSync takes all dynamic shared buffers for one, since they may be merged, and puts a barrier before `late`
# is written where it is dynamic. Static buffers it looks at one by one: `early` and `late` have nothing to do with
# each other, so there is no barrier. With `tirx.merge_static_smem` they are merged all the same, `late` takes the
# bytes of `early`, and a fast warp overwrites what a slow one has not read yet. The sound mode wants a barrier in
# between, and keeps both.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32"), Y: T.Buffer((128,), "float32")):
        with T.launch_thread("threadIdx.x", 128) as tx:
            early = T.alloc_buffer((128,), "float32", scope="shared")
            late = T.alloc_buffer((128,), "float32", scope="shared")
            early[tx] = X[tx]
            T.tvm_storage_sync("shared")
            Y[tx] = early[127 - tx]
            late[tx] = X[tx] + T.float32(1.0)
            T.tvm_storage_sync("shared")
            Y[tx] = Y[tx] + late[127 - tx]
