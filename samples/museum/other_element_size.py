# title: Reuse with another element size races
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2380
# summary: The same index covers the bytes of another thread
# pipeline: split
# fix: split in sound mode
# bad pass: MergeSharedMemoryAllocations
# note: 'floats' (512 bytes) is at byte 0
# execution: differs
# finding: clobbered halves[1]
# finding line: halves[tx] =
# conflicting line: floats[tx] =
# computes: Y[i] = 0.5 + X[127 - i]
#
# The same index, and not the same bytes.
#
# Each thread reads only what it wrote itself, `halves[tx]`, so no barrier is needed in front of `floats[tx]`. Then
# MergeSharedMemoryAllocations puts `floats` over `halves`, which is dead: element tx of `floats` covers two elements
# of `halves`, which belong to other threads. The sound mode wants a barrier in between.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32"), Y: T.Buffer((128,), "float32")):
        with T.launch_thread("threadIdx.x", 128) as tx:
            halves = T.alloc_buffer((128,), "float16", scope="shared.dyn")
            floats = T.alloc_buffer((128,), "float32", scope="shared.dyn")
            halves[tx] = T.float16(0.5)
            Y[tx] = T.Cast("float32", halves[tx])
            floats[tx] = X[tx]
            T.tvm_storage_sync("shared")
            Y[tx] = Y[tx] + floats[127 - tx]
