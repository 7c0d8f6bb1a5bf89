# title: An address does not count as a use
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2320
# summary: The bytes of a buffer are reused while a pointer into it is in use
# pipeline: split
# fix: split in sound mode
# bad pass: MergeSharedMemoryAllocations
# note: 'other' (256 bytes) is at byte 0: it takes over the entry of 'tile'
# execution: differs
# computes: Y[i] = 10 * X[31 - i] + X[i] + X[i + 1]
#
# A buffer dies while its address is in use.
#
# `sum_of` reads `tile` through an address. The merge counts loads and stores as uses, but not addresses: for its
# plan `tile` is dead after it was written, and `other` takes its bytes. No verdict is red. The sound mode counts
# addresses.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def sum_of(values: T.handle("float32", "shared.dyn")) -> T.float32:
        buffer = T.decl_buffer((64,), "float32", data=values, scope="shared.dyn")
        return buffer[0] + buffer[1]

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((32,), "float32")):
        with T.launch_thread("threadIdx.x", 32) as tx:
            tile = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            other = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            tile[tx] = X[tx]
            tile[tx + 32] = X[tx + 32]
            T.tvm_storage_sync("shared")
            other[tx] = X[tx] * T.float32(10.0)
            T.tvm_storage_sync("shared")
            Y[tx] = other[31 - tx] + Module.sum_of(T.address_of(tile[tx]))
