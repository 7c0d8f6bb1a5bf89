# title: A buffer used through its address gets no place
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2390
# summary: Liveness ignores addresses, so the buffer is never live
# pipeline: split
# fix: split in sound mode
# bad pass: MergeSharedMemoryAllocations
# error: 'cells_ptr' has no place in the merged allocation
# error line: cells[tx]
# computes: Y[i] = X[63 - i] * (X[63 - i] + 1)
#
# A buffer that is used only through its address.
#
# `cells` is written and read by helpers, which get the address of an element. For MergeSharedMemoryAllocations an
# address is not a use, so `cells` never lives and gets no place in the merged allocation; then its accesses are to be
# rewritten, and the pass fails. The sound mode counts addresses.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def put(p: T.handle("float32", "shared.dyn"), value: T.float32):
        P = T.decl_buffer((1,), "float32", data=p, scope="shared.dyn")
        P[0] = value

    @T.prim_func(private=True, s_tir=True)
    def take(p: T.handle("float32", "shared.dyn")) -> T.float32:
        P = T.decl_buffer((1,), "float32", data=p, scope="shared.dyn")
        return P[0]

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            cells = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            tile = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            Module.put(T.address_of(cells[tx]), X[tx])
            tile[tx] = X[tx] + T.float32(1.0)
            T.tvm_storage_sync("shared")
            Y[tx] = Module.take(T.address_of(cells[63 - tx])) * tile[63 - tx]
