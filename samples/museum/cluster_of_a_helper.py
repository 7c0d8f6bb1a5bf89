# title: The cluster of a helper is not passed
# group: Museum
# topic: Calls between host and device
# order: 2220
# summary: A callee opens a cluster axis that the launch does not pass
# pipeline: split
# fix: split in sound mode
# bad pass: LowerDeviceKernelLaunch
# error: calls 'add_rank', which opens clusterCtaIdx.x
# error line: add_rank(
# cannot execute: thread axis 'clusterCtaIdx.x' cannot be executed on the CPU
#
# A cluster that a helper of the kernel opens.
#
# `add_rank` reads the rank of its block in a cluster of two. That blocks form clusters is part of the launch, and
# LowerDeviceKernelLaunch reads the axes of the launch off the kernel, not off the functions it calls: the cluster
# is lost, every block is a cluster of its own, and the rank is always 0. The sound mode looks into what the kernel
# calls. Clusters are a matter of GPUs from sm_90 on; the CPU does not run this program.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add_rank(Y: T.handle("float32", "global"), index: T.int32):
        y = T.decl_buffer((128,), "float32", data=Y)
        with T.launch_thread("clusterCtaIdx.x", 2) as rank:
            y[index] = y[index] + T.Cast("float32", rank)

    @T.prim_func(s_tir=True)
    def main(Y: T.Buffer((128,), "float32")):
        bx = T.launch_thread("blockIdx.x", 4)
        tx = T.launch_thread("threadIdx.x", 32)
        Module.add_rank(Y.data, bx * 32 + tx)
