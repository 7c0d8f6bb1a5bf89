# title: In-place reuse of shared memory races
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2290
# summary: A buffer takes the bytes of another one while threads still read them
# pipeline: split
# fix: split in sound mode
# bad pass: MergeSharedMemoryAllocations
# note: 'mirrored' (512 bytes) is at byte 0: it takes over the entry of 'tile'
# execution: differs
# finding: clobbered tile[63]
# finding line: mirrored[tx] = tile[
# conflicting line: mirrored[tx] = tile[
# computes: Y[i] = X[i]
#
# A buffer takes over the bytes of another while they are read.
#
# `mirrored` becomes live in the statement in which `tile` is used last, so the merge gives it the bytes of
# `tile`: that is correct if every thread writes where it has read, but a race here, where thread 0 writes
# what thread 127 has yet to read. No verdict is red. The sound mode wants a barrier between the last read and
# the first write, finds none, and keeps both.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32"), Y: T.Buffer((128,), "float32")):
        with T.launch_thread("threadIdx.x", 128) as tx:
            tile = T.alloc_buffer((128,), "float32", scope="shared.dyn")
            mirrored = T.alloc_buffer((128,), "float32", scope="shared.dyn")
            tile[tx] = X[tx]
            T.tvm_storage_sync("shared")
            mirrored[tx] = tile[127 - tx]
            T.tvm_storage_sync("shared")
            Y[tx] = mirrored[127 - tx]
