# title: A software pipeline overwrites what other threads read
# group: Museum
# topic: Memory of the wrong threads
# order: 2460
# summary: A pipeline overwrites what other threads still read
# pipeline: s_tir
# fix: s_tir in sound mode
# bad pass: InjectSoftwarePipeline
# note: keeps one version: it is written in stage 0 and read in stage 1
# execution: differs
# computes: Y[i, j] = X[i, j + 1]
#
# A double buffer without its second half.
#
# The loop over `k` is a software pipeline: `tile` is filled for the next iteration before this one reads it, so it needs two
# versions. InjectSoftwarePipeline compares what the two blocks access: a thread writes `tile[tx]` and reads `tile[tx + 1]`,
# which are different elements, so it keeps one version. But another thread writes `tile[tx + 1]`, an iteration too early. The
# sound mode gives buffers that threads share their versions.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((8, 64), "float32"), Y: T.Buffer((8, 63), "float32")):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            for k in T.serial(8, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]}):
                with T.sblock("step"):
                    T.reads(X[k, tx])
                    T.writes(Y[k, tx])
                    tile = T.sblock_alloc_buffer((64,), "float32", scope="shared")
                    with T.sblock("tile"):
                        T.reads(X[k, tx])
                        T.writes(tile[tx])
                        tile[tx] = X[k, tx]
                    with T.sblock("Y"):
                        T.where(tx < 63)
                        T.reads(tile[tx + 1])
                        T.writes(Y[k, tx])
                        Y[k, tx] = tile[tx + 1]
