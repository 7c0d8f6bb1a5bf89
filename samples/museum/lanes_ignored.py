# title: Vector lanes are missing from merged sizes
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2330
# summary: Elements of four lanes are counted as one
# pipeline: split
# fix: split in sound mode
# bad pass: MergeSharedMemoryAllocations
# note: 'quads' (256 bytes) is at byte 256
# execution: crashes: SIG
# finding: out-of-bounds quads[64]
# finding line: quads[tx + 64] =
# computes: Y[i] = X[63 - i] + X[i] + 100
#
# Elements of four lanes, counted as one.
#
# `quads` needs 64 elements of 16 bytes. The merge counts 4 bytes per element: it reserves 256 bytes where 1024 are
# needed, after the 256 of `single`, and shifts the index by 64 elements, which are 1024 bytes and not 256. No
# verdict is red, and every access to `quads` is past the end of the 512 bytes that the launch reserves. The
# sound mode counts the lanes.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            quads = T.alloc_buffer((64,), "float32x4", scope="shared.dyn")
            single = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            quads[tx] = T.Broadcast(X[tx], 4)
            T.tvm_storage_sync("shared")
            single[tx] = X[tx] + T.float32(100.0)
            T.tvm_storage_sync("shared")
            Y[tx] = T.Shuffle([quads[63 - tx]], [1]) + single[tx]
