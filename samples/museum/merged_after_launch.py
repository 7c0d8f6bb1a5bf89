# title: Merge after LowerDeviceKernelLaunch
# group: Museum
# topic: Shared memory leaves its launch
# order: 2070
# summary: A launch passes one size, but the kernel still has two allocations
# pipeline: split@late-merge
# fix: split
# bad pass: LowerDeviceKernelLaunch
# error: a second dynamic shared allocation, 'products', in one function
# error line: products
# computes: Y[i] = 2 * X[63 - i] - X[63 - i] * X[63 - i]
#
# The merge comes after the launch lowering.
#
# A launch passes one number of dynamic bytes, so LowerDeviceKernelLaunch accepts one dynamic allocation per kernel.
# Under `split@late-merge` it meets two that are not merged yet, and rejects the second.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            sums = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            products = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            sums[tx] = X[tx] + X[tx]
            products[tx] = X[tx] * X[tx]
            T.tvm_storage_sync("shared")
            Y[tx] = sums[63 - tx] - products[63 - tx]
