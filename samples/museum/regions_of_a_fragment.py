# title: Block regions name a fragment that is gone
# group: Museum
# topic: Memory of the wrong threads
# order: 2470
# summary: The accumulator became registers; the regions still name the old buffer
# pipeline: s_tir
# fix: s_tir in sound mode
# bad pass: TransformMmaBufferLayout
# error: 'sums_ptr', which nothing defines
# error line: T.writes(sums
# cannot execute: buffer 'sums' is in 'm16n8k8.matrixC', which cannot be emulated on the CPU
#
# Blocks declare accesses of a buffer that no longer exists.
#
# `sums` is an accumulator of a warp; TransformMmaBufferLayout makes it a local buffer of four registers per thread. It
# changes the allocation and the accesses, but not the regions that blocks declare: these name the old buffer, which
# nothing defines from there on. Blocks disappear in the next pass, and the regions with them. The sound mode declares
# the registers.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((16, 8), "float32"), Y: T.Buffer((16, 8), "float32")):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.sblock("warp"):
                T.reads(X[0:16, 0:8])
                T.writes(Y[0:16, 0:8])
                sums = T.sblock_alloc_buffer((16, 8), scope="m16n8k8.matrixC")
                with T.sblock("clear"):
                    T.reads()
                    T.writes(sums[0:16, 0:8])
                    for i, j in T.grid(16, 8):
                        sums[i, j] = T.float32(0.0)
                for i, j in T.grid(2, 2):
                    with T.sblock("load"):
                        T.reads(X[i * 8 + tx // 4, tx % 4 * 2 + j])
                        T.writes(sums[i * 8 + tx // 4, tx % 4 * 2 + j])
                        sums[i * 8 + tx // 4, tx % 4 * 2 + j] = X[i * 8 + tx // 4, tx % 4 * 2 + j]
                for i, j in T.grid(2, 2):
                    with T.sblock("store"):
                        T.reads(sums[i * 8 + tx // 4, tx % 4 * 2 + j])
                        T.writes(Y[i * 8 + tx // 4, tx % 4 * 2 + j])
                        Y[i * 8 + tx // 4, tx % 4 * 2 + j] = sums[i * 8 + tx // 4, tx % 4 * 2 + j] * T.float32(2.0)
