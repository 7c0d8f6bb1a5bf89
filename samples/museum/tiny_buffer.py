# title: A buffer of 4 bytes gets no place
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2350
# summary: Entries of 32 bits or less are never released, and only released entries get a place
# pipeline: split
# fix: split in sound mode
# bad pass: MergeSharedMemoryAllocations
# error: 'flag_ptr' has no place in the merged allocation
# error line: flag[0]
# computes: Y[i] = X[63 - i] * X[0]
#
# A buffer too small to be given a place.
#
# An entry of 32 bits or less is never released by the plan of the merge, and what is never released never gets
# its bytes: MergeSharedMemoryAllocations fails at the first access to `flag`. The sound mode gives it four bytes.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            tile = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            flag = T.alloc_buffer((1,), "float32", scope="shared.dyn")
            tile[tx] = X[tx]
            if tx == 0:
                flag[0] = X[0]
            T.tvm_storage_sync("shared")
            Y[tx] = tile[63 - tx] * flag[0]
