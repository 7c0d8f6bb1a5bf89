# title: A helper for host and device, with bound loops
# group: Scheduled
# order: 1120
# summary: One private function called on both sides of a bound loop
# pipeline: s_tir
# computes: Y[i] = X[i] + (i + 32) // 32
#
# A private function that host and device both call, in a program with bound loops: the host needs `chunks` for
# the number of thread blocks, each thread for the number of its chunk.
#
# BindTarget makes a copy of `chunks` for the host and leaves the other to the device.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def chunks(n: T.int32, size: T.int32) -> T.int32:
        return (n + size - 1) // size

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((100,), "float32"), Y: T.Buffer((100,), "float32")):
        blocks: T.let[T.int32] = Module.chunks(100, 32)
        for bx in T.thread_binding(blocks, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                if bx * 32 + tx < 100:
                    Y[bx * 32 + tx] = X[bx * 32 + tx] + T.Cast("float32", Module.chunks(bx * 32 + tx + 1, 32))
