# title: An early return is erased
# group: Museum
# topic: Calls between host and device
# order: 2160
# summary: Threads that return early execute the rest of the kernel
# pipeline: split
# fix: split in sound mode
# bad pass: LowerDeviceKernelLaunch
# execution: differs
# computes: Y[i] = X[i] if i < 32 else X[i] + 1
#
# An early return.
#
# Half of the threads return before the last statement. Kernels return nothing, so LowerDeviceKernelLaunch erases
# `return 0` wherever it is: an empty branch is left, and those threads go on to the last statement. No verdict is
# red; a warning says so, and the run differs. The sound mode makes a T.thread_return() of it, which ends the thread.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            Y[tx] = X[tx]
            if tx < 32:
                return 0
            Y[tx] = X[tx] + T.float32(1)
