# title: One thread axis is passed twice
# group: Museum
# topic: Calls between host and device
# order: 2170
# summary: Two variables for threadIdx.x become two launch arguments
# pipeline: split
# fix: split in sound mode
# bad pass: LowerDeviceKernelLaunch
# note: also passes blockIdx.x, threadIdx.x, threadIdx.x
# computes: Y[i] = 2 * X[i] + 1
#
# One thread axis, opened twice.
#
# The two halves of the kernel each open threadIdx.x, under variables of their own. LowerDeviceKernelLaunch counts
# variables and not axes: the launch has three arguments for two axes, and of both threadIdx.x the extent of the
# later one. No verdict is red, and equal extents do no harm; with other ones the first half would run with the
# wrong number of threads. The sound mode passes an axis once, and refuses two extents.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("blockIdx.x", 2) as bx:
            with T.launch_thread("threadIdx.x", 32) as tx:
                Y[bx * 32 + tx] = X[bx * 32 + tx] * T.float32(2.0)
            with T.launch_thread("threadIdx.x", 32) as ty:
                Y[bx * 32 + ty] = Y[bx * 32 + ty] + T.float32(1.0)
