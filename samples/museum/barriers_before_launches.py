# title: Barriers before there are launches
# group: Museum
# topic: Passes in the wrong order
# order: 2680
# summary: ThreadSync finds no threads, and inserts nothing
# pipeline: s_tir@early-barriers
# fix: s_tir
# bad pass: ThreadSync("shared")
# execution: differs
# finding: missing-barrier tile[32]
# finding line: tile[threadIdx_x] =
# conflicting line: tile[63 - threadIdx_x]
# computes: Y[i] = X[63 - i]
#
# Barriers that are not inserted.
#
# ThreadSync looks for the accesses of several threads inside of launches. Under `s_tir@early-barriers` it runs before
# LowerOpaqueBlock, when launches are still loops that are bound to threads: it finds no launch and inserts no barrier, and each
# thread reads what another one has perhaps not written yet. The contract says so before the run: ThreadSync requires launches as
# thread_extent statements.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            tile = T.alloc_buffer((64,), "float32", scope="shared")
            tile[tx] = X[tx]
            Y[tx] = tile[63 - tx]
