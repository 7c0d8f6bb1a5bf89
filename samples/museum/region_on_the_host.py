# title: The error code of a host region is lost
# group: Museum
# topic: Calls between host and device
# order: 2140
# summary: A call that returns an error code becomes a launch, which returns none
# pipeline: split
# fix: split@before
# bad pass: LowerDeviceKernelLaunch
# note: main calls main_kernel: host to device, so it is a launch
# computes: Y[i] = X[i] + 1
#
# A device region for the target of the host.
#
# Device and host are one llvm. The split makes a function that returns an error code, and an assertion that the
# code is zero. With the old order (`split@before`) the call stays a call, and the code is checked. Today's
# LowerDeviceKernelLaunch sees a kernel and a host, and makes a launch of the call: the kernel loses its return
# value, so the assertion tests a value that is never returned, and a CPU has no kernel to look up.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((16,), "float32"), Y: T.Buffer((16,), "float32")):
        T.func_attr({"target": T.target({"kind": "llvm", "host": {"kind": "llvm"}})})
        with T.launch_thread("threadIdx.x", 16) as tx:
            Y[tx] = X[tx] + T.float32(1.0)
