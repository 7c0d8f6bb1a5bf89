# title: Copy at the speed of memory
# group: Scheduled
# order: 1015
# summary: Vectors of 16 bytes, four of them in flight per thread
# pipeline: s_tir
# computes: Y[i, j] = X[i, j]
#
# A copy that is meant to reach the bandwidth of the GPU's memory: a thread block copies a row of 4096 elements.
#
# VectorizeLoop makes one access of 16 bytes of each loop over `v`. A thread loads all of its four vectors before it stores
# the first one, so that enough loads are in flight; `part` becomes registers. `--dim n=32768` copies 512 MiB.
#
# `tests/run.sh -L gpu` measures it; the goal is 90 % of the bandwidth. What is known without a GPU: for sm_80 and sm_90,
# ptxas uses at most 26 registers and spills none, so that 2048 threads fit on a multiprocessor, and each access of
# global memory has 128 bits.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.handle, y: T.handle):
        n = T.int32()
        X = T.match_buffer(x, (n, 4096), "float32")
        Y = T.match_buffer(y, (n, 4096), "float32")
        for bx in T.thread_binding(n, thread="blockIdx.x"):
            for tx in T.thread_binding(256, thread="threadIdx.x"):
                with T.sblock("row"):
                    i = T.axis.spatial(n, bx)
                    T.reads(X[i, 0:4096])
                    T.writes(Y[i, 0:4096])
                    part = T.sblock_alloc_buffer((16,), "float32", scope="local")
                    for k in T.unroll(4):
                        for v in T.vectorized(4):
                            part[k * 4 + v] = X[i, k * 1024 + tx * 4 + v]
                    for k in T.unroll(4):
                        for v in T.vectorized(4):
                            Y[i, k * 1024 + tx * 4 + v] = part[k * 4 + v]
