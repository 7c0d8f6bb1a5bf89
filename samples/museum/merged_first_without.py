# The first launch has no shared memory, and gets that of the second.
#
# `split@legacy-merge` puts the merged allocation into the first launch it meets, whatever that launch contains:
# the one that scales X, which needs no shared memory at all. The launch that needs it is left without.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            X[tx] = X[tx] * T.float32(2.0)
        with T.launch_thread("threadIdx.x", 64) as tx:
            tile = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            shifted = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            tile[tx] = X[tx]
            shifted[tx] = X[tx] + T.float32(1.0)
            T.tvm_storage_sync("shared")
            Y[tx] = tile[63 - tx] * shifted[63 - tx]
