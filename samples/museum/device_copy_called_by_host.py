# title: The host calls the device copy of a helper
# group: Museum
# topic: Calls between host and device
# order: 2120
# summary: Only functions after the helper are redirected to its host copy
# pipeline: split
# fix: split in sound mode
# bad pass: BindTarget
# error: host function 'main' calls 'blocks_for', which is compiled for cuda alone
# error line: blocks_for(
# note: main goes on calling a device version on the host
# execution: refused: which is compiled for cuda and returns a value: it can only be launched
# computes: Y[i] = X[i] - (i + 31) // 32
#
# The caller comes before the helper.
#
# `blocks_for` is called from both sides, so BindTarget copies it and sends the host's calls to the copy, in one
# walk over the functions: when it came past `main` there was no copy yet. `main` goes on calling the device
# version, and LowerDeviceKernelLaunch makes a launch of the call. With the helper in front the same program is
# fine. The sound mode redirects calls when all copies are known.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((100,), "int32"), Y: T.Buffer((100,), "int32")):
        blocks: T.let[T.int32] = Module.blocks_for(100)
        with T.launch_thread("blockIdx.x", blocks) as bx:
            tx = T.launch_thread("threadIdx.x", 32)
            i: T.let[T.int32] = bx * 32 + tx
            if i < 100:
                Y[i] = X[i] - Module.blocks_for(i)

    @T.prim_func(private=True, s_tir=True)
    def blocks_for(count: T.int32) -> T.int32:
        return (count + 31) // 32
