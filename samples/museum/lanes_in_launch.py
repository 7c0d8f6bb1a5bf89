# title: Vector lanes are missing from the launch size
# group: Museum
# topic: Calls between host and device
# order: 2180
# summary: The launch reserves a quarter of the bytes that the kernel uses
# pipeline: split
# fix: split in sound mode
# bad pass: LowerDeviceKernelLaunch
# execution: fails: takes 1024 bytes of dynamic shared memory, but is launched with 256
# computes: Y[i] = X[63 - i]
#
# Elements of four lanes, and a launch that counts one.
#
# There is one shared buffer, so there is nothing to merge; its 64 elements of 16 bytes need 1024.
# LowerDeviceKernelLaunch counts 4 bytes per element and launches the kernel with 256. No verdict is red: an execution
# fails, and so do the accesses past the 256 bytes on a GPU. The sound mode counts the lanes.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            quads = T.alloc_buffer((64,), "float32x4", scope="shared.dyn")
            quads[tx] = T.Broadcast(X[tx], 4)
            T.tvm_storage_sync("shared")
            Y[tx] = T.Shuffle([quads[63 - tx]], [2])
