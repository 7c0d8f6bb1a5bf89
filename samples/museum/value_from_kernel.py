# title: A launched host helper returns a value
# group: Museum
# topic: Calls between host and device
# order: 2100
# summary: A kernel cannot return a value, so the pass fails
# pipeline: split@legacy-launch
# fix: split
# bad pass: LowerDeviceKernelLaunch(mode="legacy")
# error: 'main' launches 'blocks_for', but a kernel can return nothing but 0
# error line: blocks_for(
# computes: Y[i] = X[i] * X[i]
#
# A kernel cannot return a value.
#
# The host calls `blocks_for` to get the number of blocks. `split@legacy-launch` takes the helper for a kernel (see
# helper_launched.py), and this one returns a value, which no launch can: LowerDeviceKernelLaunch fails, and
# reports a `return` that is correct.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def blocks_for(count: T.int32) -> T.int32:
        return (count + 31) // 32

    @T.prim_func(s_tir=True)
    def main(x: T.handle, y: T.handle):
        n = T.int32()
        X = T.match_buffer(x, (n,), "float32")
        Y = T.match_buffer(y, (n,), "float32")
        blocks: T.let[T.int32] = Module.blocks_for(n)
        with T.launch_thread("blockIdx.x", blocks) as bx:
            tx = T.launch_thread("threadIdx.x", 32)
            if bx * 32 + tx < n:
                Y[bx * 32 + tx] = X[bx * 32 + tx] * X[bx * 32 + tx]
