# title: An exported function is launched as a kernel
# group: Museum
# topic: Calls between host and device
# order: 2110
# summary: Its target is that of the device, so a call from the host becomes a launch
# pipeline: split
# fix: split@before in sound mode
# bad pass: LowerDeviceKernelLaunch
# error: launches host function 'check_length' as a kernel
# error line: check_length
# computes: Y[i] = X[i] / 2
#
# An exported function, called by another and taken for a kernel.
#
# Exported functions get the whole target: cuda with host llvm. `main` calls `check_length` on the host, and
# LowerDeviceKernelLaunch compares the host of the caller, llvm, with the device of the callee, cuda: a call from
# the host to the device. It makes a launch of it, and a kernel without threads of `check_length`, which was host
# code. The old order (`split@before`) packs the call first, and no call of a function is left to be mistaken.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def check_length(count: T.int32):
        assert count > 0, ("ValueError", ["the length must be positive"])

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "float32"), Y: T.Buffer((32,), "float32")):
        Module.check_length(32)
        with T.launch_thread("threadIdx.x", 32) as tx:
            Y[tx] = X[tx] * T.float32(0.5)
