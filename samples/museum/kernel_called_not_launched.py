# title: A kernel is called instead of launched
# group: Museum
# topic: Calls between host and device
# order: 2080
# summary: Targets are compared without their hosts, so the call stays a call
# pipeline: split@legacy-launch
# fix: split
# bad pass: LowerDeviceKernelLaunch(mode="legacy")
# error: directly, without a launch
# error line: main_kernel(
# computes: Y[i] = 3 * X[i]
#
# The launch that is not made.
#
# `split@legacy-launch` compares targets without their hosts. Split off a function for cuda with host llvm, the
# kernel is for cuda as well, so the older LowerDeviceKernelLaunch sees a function that calls another of its own
# kind, and leaves the call alone. The pass changes nothing and reports no error: the kernel would be compiled as a
# function of the device, and the host would call it.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32"), Y: T.Buffer((128,), "float32")):
        with T.launch_thread("blockIdx.x", 4) as bx:
            tx = T.launch_thread("threadIdx.x", 32)
            Y[bx * 32 + tx] = X[bx * 32 + tx] * T.float32(3.0)
