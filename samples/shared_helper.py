# title: A helper for host and device
# group: Programs
# order: 20
# summary: One function called on both sides of a launch, and the copy that the split needs of it
# pipeline: split
# computes: Y[i] = X[i] + (i + 32) // 32
#
# One helper, called by the host (how many blocks?) and by the device (which block is mine?).
#
# Pipeline `split`: BindTarget makes a second copy, `ceil_div_host`, because a function has one target and the
# helper is needed on both sides. The host's call goes to the copy, the kernel's stays.
# Pipeline `split@legacy-launch`: without a notion of a host, LowerDeviceKernelLaunch sees a function compiled
# for another target than its caller, takes `ceil_div_host` for a kernel, and trips over the value it returns.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def ceil_div(count: T.int32, size: T.int32) -> T.int32:
        return (count + size - 1) // size

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((100,), "int32"), Y: T.Buffer((100,), "int32")):
        blocks: T.let[T.int32] = Module.ceil_div(100, 32)
        with T.launch_thread("blockIdx.x", blocks) as bx:
            tx = T.launch_thread("threadIdx.x", 32)
            i: T.let[T.int32] = bx * 32 + tx
            if i < 100:
                Y[i] = X[i] + Module.ceil_div(i + 1, 32)
