# title: Matrix product as a software pipeline
# group: Scheduled
# order: 1030
# summary: Copies run one step ahead of the arithmetic; two versions of each tile
# pipeline: s_tir
# computes: C[i, j] = sum(A[i, k] * B[k, j] for k in range(64))
#
# A tiled matrix product whose copies run one step ahead of the arithmetic.
#
# The loop over `k0` is annotated as a software pipeline: the two copies are stage 0, the product is stage 1.
# InjectSoftwarePipeline gives each tile two versions and writes the prologue and the epilogue; the timeline of
# shared memory shows the versions. PlanAndUpdateBufferAllocationLocation moves the tiles into the loop that
# needs them, CompactBufferAllocation shrinks them to what one step touches.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
        tileA = T.sblock_alloc_buffer((64, 64), "float32", scope="shared")
        tileB = T.sblock_alloc_buffer((64, 64), "float32", scope="shared")
        sums = T.sblock_alloc_buffer((64, 64), "float32", scope="local")
        for by in T.thread_binding(4, thread="blockIdx.y"):
            for bx in T.thread_binding(4, thread="blockIdx.x"):
                for ty in T.thread_binding(16, thread="threadIdx.y"):
                    for tx in T.thread_binding(16, thread="threadIdx.x"):
                        with T.sblock("zero"):
                            i = T.axis.spatial(64, by * 16 + ty)
                            j = T.axis.spatial(64, bx * 16 + tx)
                            sums[i, j] = T.float32(0.0)
                        for k0 in T.serial(4, annotations={"software_pipeline_stage": [0, 0, 1], "software_pipeline_order": [0, 1, 2]}):
                            with T.sblock("tileA"):
                                i = T.axis.spatial(64, by * 16 + ty)
                                k = T.axis.spatial(64, k0 * 16 + tx)
                                tileA[i, k] = A[i, k]
                            with T.sblock("tileB"):
                                k = T.axis.spatial(64, k0 * 16 + ty)
                                j = T.axis.spatial(64, bx * 16 + tx)
                                tileB[k, j] = B[k, j]
                            for k1 in range(16):
                                with T.sblock("sums"):
                                    i = T.axis.spatial(64, by * 16 + ty)
                                    j = T.axis.spatial(64, bx * 16 + tx)
                                    k = T.axis.reduce(64, k0 * 16 + k1)
                                    sums[i, j] = sums[i, j] + tileA[i, k] * tileB[k, j]
                        with T.sblock("C"):
                            i = T.axis.spatial(64, by * 16 + ty)
                            j = T.axis.spatial(64, bx * 16 + tx)
                            C[i, j] = sums[i, j]
