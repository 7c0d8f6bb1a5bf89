# title: A host helper is launched as a kernel
# group: Museum
# topic: Calls between host and device
# order: 2090
# summary: A function of the host counts as a function for another device
# pipeline: split@legacy-launch
# fix: split
# bad pass: LowerDeviceKernelLaunch(mode="legacy")
# error: launches host function 'check_length' as a kernel
# error line: check_length
# computes: Y[i] = X[i] + 1
#
# A helper of the host, taken for a kernel.
#
# `check_length` runs on the host only, so BindTarget gives it the host's target. The older
# LowerDeviceKernelLaunch of `split@legacy-launch` looks at the caller's target without its host, which is cuda,
# finds a callee for another device, and makes a launch of the call: a kernel without threads that the device does
# not have.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def check_length(count: T.int32):
        assert count % 32 == 0, ("ValueError", ["the length must be a multiple of 32"])

    @T.prim_func(s_tir=True)
    def main(x: T.handle, y: T.handle):
        n = T.int32()
        X = T.match_buffer(x, (n,), "float32")
        Y = T.match_buffer(y, (n,), "float32")
        Module.check_length(n)
        with T.launch_thread("blockIdx.x", n // 32) as bx:
            tx = T.launch_thread("threadIdx.x", 32)
            Y[bx * 32 + tx] = X[bx * 32 + tx] + T.float32(1.0)
