# title: A private function that launches is not split
# group: Museum
# topic: Calls between host and device
# order: 2200
# summary: BindTarget takes it for a host function
# pipeline: split
# fix: split in sound mode
# bad pass: BindTarget
# error: 'twice' launches threads, but is compiled for llvm alone
# error line: T.launch_thread
# computes: Y[i] = 2 * X[i]
#
# A private function with a launch of its own.
#
# `twice` is private, and only the host calls it: BindTarget takes it for a function of the host and gives it the
# bare target llvm. A launch in it is not a device region then, no kernel is split off, and LowerDeviceKernelLaunch
# makes a kernel for llvm of the whole function; the device module is empty. The sound mode gives `twice` the device
# with its host, like any function that launches.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice(X: T.handle("float32", "global"), Y: T.handle("float32", "global")):
        x = T.decl_buffer((64,), "float32", data=X)
        y = T.decl_buffer((64,), "float32", data=Y)
        with T.launch_thread("threadIdx.x", 64) as tx:
            y[tx] = x[tx] * T.float32(2.0)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        Module.twice(X.data, Y.data)
