# title: A helper of a helper is not copied
# group: Museum
# topic: Calls between host and device
# order: 2130
# summary: Only private functions call it, so BindTarget makes no host copy
# pipeline: split
# fix: split in sound mode
# bad pass: BindTarget
# error: host function 'padded_host' calls 'ceil_div', which is compiled for cuda alone
# error line: ceil_div(
# note: ceil_div is private and called by no exported function
# execution: refused: which is compiled for cuda and returns a value: it can only be launched
# computes: Y[i] = X[i] + (i + 31) // 32 * 32
#
# A helper of a helper, on both sides of the launch.
#
# `padded` is called by the host and by the device, and calls `ceil_div`. BindTarget copies `padded` for the host,
# but looks only at the calls of exported functions: only private functions call `ceil_div`, so it stays on
# the device, and `padded_host` calls it there. LowerDeviceKernelLaunch then makes a launch of that call, and
# fails at the value it returns. The sound mode follows the calls, and copies both.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def ceil_div(count: T.int32, size: T.int32) -> T.int32:
        return (count + size - 1) // size

    @T.prim_func(private=True, s_tir=True)
    def padded(count: T.int32) -> T.int32:
        return Module.ceil_div(count, 32) * 32

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((100,), "int32"), Y: T.Buffer((100,), "int32")):
        length: T.let[T.int32] = Module.padded(100)
        with T.launch_thread("blockIdx.x", length // 32) as bx:
            tx = T.launch_thread("threadIdx.x", 32)
            i: T.let[T.int32] = bx * 32 + tx
            if i < 100:
                Y[i] = X[i] + Module.padded(i)
