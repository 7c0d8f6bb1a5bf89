# title: Reverse through shared memory
# group: Programs
# order: 40
# summary: A tile, a barrier, and the mirrored tile
# pipeline: split
# computes: Y[i] = X[255 - i]
#
# Reverses an array: every block reverses its tile in shared memory and writes it to the mirrored place.
#
# The barrier separates the store of one thread from the load of another. Take it away, and the result on a
# GPU depends on which warp was faster.
# With one shared buffer per launch there is nothing to merge: that step is unchanged. Delete the barrier in a copy
# and look at the timeline again.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((256,), "float32"), Y: T.Buffer((256,), "float32")):
        bx = T.launch_thread("blockIdx.x", 4)
        tx = T.launch_thread("threadIdx.x", 64)
        tile = T.alloc_buffer((64,), "float32", scope="shared.dyn")
        tile[tx] = X[bx * 64 + tx]
        T.tvm_storage_sync("shared")
        Y[(3 - bx) * 64 + tx] = tile[63 - tx]
