# title: A software pipeline without blocks
# group: Museum
# topic: Passes in the wrong order
# order: 2640
# summary: Its components are statements now, and there are more of them
# pipeline: s_tir@late-pipelining
# fix: s_tir
# bad pass: InjectSoftwarePipeline
# error: its body has 3 components, but the stages are [0, 1]
# error line: for k in
# computes: Y[i, j] = X[i, j]
#
# A pipeline whose components are gone.
#
# The loop over `k` requests two stages: block `tile` copies, block `Y` computes, one iteration later. Under
# `s_tir@late-pipelining`, LowerOpaqueBlock takes the blocks apart first. The body of the loop is then three statements, of which
# one is the allocation of `tile`: InjectSoftwarePipeline fails, because there are two stages. The contract says so before the
# run: InjectSoftwarePipeline requires that blocks are whole.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((8, 64), "float32"), Y: T.Buffer((8, 64), "float32")):
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
                        T.reads(tile[tx])
                        T.writes(Y[k, tx])
                        Y[k, tx] = tile[tx]
