# title: A small alignment stops the merge
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2410
# summary: It is rejected beside wider elements instead of being raised
# pipeline: split
# fix: split in sound mode
# bad pass: MergeSharedMemoryAllocations
# error: 'loose_ptr' is aligned to 2 bytes
# error line: loose = T.alloc_buffer
# computes: Y[i] = 2 * X[63 - i] + 1
#
# An alignment that one buffer chose for itself.
#
# `loose` requests 2 bytes, and `wide` beside it has elements of 4. In the merged allocation an offset must suit the
# widest elements of its layer, and MergeSharedMemoryAllocations rejects any alignment that is not a multiple of them,
# instead of taking the larger one. The sound mode takes it.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            wide = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            loose = T.alloc_buffer((64,), "float32", scope="shared.dyn", align=2)
            wide[tx] = X[tx]
            loose[tx] = X[tx] + T.float32(1.0)
            T.tvm_storage_sync("shared")
            Y[tx] = wide[63 - tx] + loose[63 - tx]
