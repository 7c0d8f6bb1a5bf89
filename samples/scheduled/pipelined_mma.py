# title: Matrix product at the speed of tensor cores
# group: Scheduled
# order: 1045
# summary: Four tiles in flight, permuted shared memory, ldmatrix, and mma
# pipeline: s_tir@async-copy
# computes: C[i, j] = sum(A[i, k] * B[k, j] for k in range(size(A, 1)))
#
# A matrix product that is meant to keep tensor cores busy. M is a multiple of 128, N is one of 1024, K is one of 32.
#
# A thread block of four warps computes 128 by 128 elements, each warp 64 by 64 of them in 128 registers per thread (`sums`).
# The loop over `step` is a software pipeline: the copies are asynchronous and run three steps ahead of the product.
# InjectSoftwarePipeline gives each tile four versions and makes groups of copies and waits; InjectPTXAsyncCopy makes cp.async
# of 16 bytes of each copy. Columns of the tiles are exchanged in groups of eight by `bitwise_xor`, differently in each row,
# so that neither the copies nor ldmatrix have bank conflicts. PTX through LLVM has no `mma` here: use NVRTC or nvcc.
#
# The grid is ordered in columns of eight tiles (`bw`, then `by`, then `bz`), so that thread blocks that execute at the same
# time share tiles of A and B in L2: on an H100, 2.58 ms instead of 2.95 ms.
#
# `tests/run.sh -L gpu` measures it with M = N = K = 8192; the goal is 60 % of the dense peak of float16 on GPUs that reach
# their peak with `mma` (sm_80 to sm_89). From sm_90 on, the peak needs wgmma, which no CPU execution could check: an H100
# reached 43 %, 426 Tflop/s. ptxas spills none, with at most 211 registers per thread, so that two thread blocks fit on a
# multiprocessor; a step has 64 `mma`, 16 `ldmatrix`, and 8 asynchronous copies per warp, one wait, and two barriers.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle, c: T.handle):
        M, N, K = T.int32(), T.int32(), T.int32()
        A = T.match_buffer(a, (M, K), "float16")
        B = T.match_buffer(b, (K, N), "float16")
        C = T.match_buffer(c, (M, N), "float32")
        for by in T.thread_binding(M // 128, thread="blockIdx.y"):
            for bz in T.thread_binding(N // 1024, thread="blockIdx.z"):
                for bw in T.thread_binding(8, thread="blockIdx.x"):
                    for tz in T.thread_binding(2, thread="threadIdx.z"):
                        for ty in T.thread_binding(2, thread="threadIdx.y"):
                            for tx in T.thread_binding(32, thread="threadIdx.x"):
                                with T.sblock("tile"):
                                    T.reads(A[by * 128:by * 128 + 128, 0:K], B[0:K, (bz * 8 + bw) * 128:(bz * 8 + bw) * 128 + 128])
                                    T.writes(C[by * 128:by * 128 + 128, (bz * 8 + bw) * 128:(bz * 8 + bw) * 128 + 128])
                                    tileA = T.sblock_alloc_buffer((128, 32), "float16", scope="shared.dyn")
                                    tileB = T.sblock_alloc_buffer((32, 128), "float16", scope="shared.dyn")
                                    partA = T.sblock_alloc_buffer((32,), "float16", scope="local")
                                    partB = T.sblock_alloc_buffer((32,), "float16", scope="local")
                                    sums = T.sblock_alloc_buffer((128,), "float32", scope="local")
                                    for r in T.unroll(128):
                                        sums[r] = T.float32(0)
                                    for step in T.serial(K // 32, annotations={"software_pipeline_stage": [0, 0, 3], "software_pipeline_order": [0, 1, 2], "software_pipeline_async_stages": [0]}):
                                        with T.sblock("copyA"):
                                            T.reads(A[by * 128:by * 128 + 128, step * 32:step * 32 + 32])
                                            T.writes(tileA[0:128, 0:32])
                                            for i in T.unroll(4):
                                                for v in T.vectorized(8):
                                                    tileA[i * 32 + tz * 16 + ty * 8 + tx // 4, T.bitwise_xor(tx % 4, tx // 8) * 8 + v] = A[by * 128 + i * 32 + tz * 16 + ty * 8 + tx // 4, step * 32 + tx % 4 * 8 + v]
                                        with T.sblock("copyB"):
                                            T.reads(B[step * 32:step * 32 + 32, (bz * 8 + bw) * 128:(bz * 8 + bw) * 128 + 128])
                                            T.writes(tileB[0:32, 0:128])
                                            for i in T.unroll(4):
                                                for v in T.vectorized(8):
                                                    tileB[i * 8 + tz * 4 + ty * 2 + tx // 16, T.bitwise_xor(tx % 16, tz * 4 + ty * 2 + tx // 16) * 8 + v] = B[step * 32 + i * 8 + tz * 4 + ty * 2 + tx // 16, (bz * 8 + bw) * 128 + tx % 16 * 8 + v]
                                        with T.sblock("product"):
                                            T.reads(tileA[0:128, 0:32], tileB[0:32, 0:128], sums[0:128])
                                            T.writes(sums[0:128])
                                            for k in T.unroll(2):
                                                for i in T.unroll(4):
                                                    T.ptx.ldmatrix_legacy("float16", T.bool(False), 4, ".b16", partA.data, i * 8, T.tvm_access_ptr(T.type_annotation("float16"), tileA.data, (ty * 64 + i * 16 + tx % 16) * 32 + T.bitwise_xor(k * 2 + tx // 16, tx % 8 // 2) * 8, 8, 1), 0)
                                                for j in T.unroll(4):
                                                    T.ptx.ldmatrix_legacy("float16", T.bool(True), 4, ".b16", partB.data, j * 8, T.tvm_access_ptr(T.type_annotation("float16"), tileB.data, (k * 16 + tx % 16) * 128 + T.bitwise_xor(tz * 8 + j * 2 + tx // 16, tx % 8) * 8, 8, 1), 0)
                                                for i in T.unroll(4):
                                                    for j in T.unroll(8):
                                                        T.ptx.mma.legacy("float32", "m16n8k16", "row", "col", "fp16", "fp16", "fp32", partA.data, i * 8, partB.data, j * 4, sums.data, (i * 8 + j) * 4, T.bool(False))
                                    for i in T.unroll(4):
                                        for half in T.unroll(2):
                                            for j in T.unroll(8):
                                                for v in T.vectorized(2):
                                                    C[by * 128 + ty * 64 + i * 16 + half * 8 + tx // 4, (bz * 8 + bw) * 128 + tz * 64 + j * 8 + tx % 4 * 2 + v] = sums[(i * 8 + j) * 4 + half * 2 + v]
