# title: All threads update the same elements in place
# group: Museum
# topic: Memory of the wrong threads
# order: 2450
# summary: A thread replaces shared elements that another one has yet to read
# pipeline: s_tir
# fix: s_tir in sound mode
# bad pass: StorageRewrite
# note: 'scaled' takes the memory of 'table' in place
# execution: differs
# finding: race table_ptr[0]
# finding line: table_ptr[i]
# conflicting line: table_ptr[i]
# computes: Y[i] = 2 * X[15 - i % 16] + 1
#
# All threads compute the same sixteen elements, in place.
#
# `table` is read for the last time where `scaled` is stored, at the same index, so StorageRewrite gives both the same
# memory. But every thread executes the whole loop: on a GPU a warp that is late reads what another one has replaced, and
# scales it twice. No barrier helps: reading and replacing are one statement. No verdict is red: the check names the race,
# and a run has other results. The sound mode replaces no shared memory in place.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((16,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            table = T.alloc_buffer((16,), scope="shared")
            scaled = T.alloc_buffer((16,), scope="shared")
            if tx < 16:
                table[tx] = X[tx]
            for i in range(16):
                scaled[i] = table[i] * T.float32(2.0) + T.float32(1.0)
            Y[tx] = scaled[15 - tx % 16]
