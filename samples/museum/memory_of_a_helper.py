# title: Shared memory of a helper is not passed
# group: Museum
# topic: Calls between host and device
# order: 2210
# summary: The launch reserves no bytes for what a callee allocates
# pipeline: split
# fix: split in sound mode
# bad pass: LowerDeviceKernelLaunch
# error: calls 'mirrored', which allocates dynamic shared memory 'tile'
# error line: mirrored(
# computes: Y[i] = X[63 - i]
#
# Dynamic shared memory that a helper of the kernel allocates.
#
# The host decides at the launch how many bytes of dynamic shared memory there are. LowerDeviceKernelLaunch counts
# the allocations of the kernel and not those of the functions it calls: the launch passes no number at all, and on
# a GPU `mirrored` writes to memory that is not reserved. The sound mode looks into what the kernel calls.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def mirrored(X: T.handle("float32", "global"), Y: T.handle("float32", "global"), tx: T.int32):
        x = T.decl_buffer((64,), "float32", data=X)
        y = T.decl_buffer((64,), "float32", data=Y)
        tile = T.alloc_buffer((64,), "float32", scope="shared.dyn")
        tile[tx] = x[tx]
        T.tvm_storage_sync("shared")
        y[tx] = tile[63 - tx]

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            Module.mirrored(X.data, Y.data, tx)
