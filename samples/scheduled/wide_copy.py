# title: Copy at the speed of memory
# group: Scheduled
# order: 1015
# summary: Vectors of 16 bytes, as many threads as fit
# pipeline: s_tir
# computes: Y[i, j] = X[i, j]
#
# A copy that reaches the bandwidth of the GPU's memory: a thread block copies a row of 4096 elements.
#
# VectorizeLoop makes one access of 16 bytes of the loop over `v`. A thread copies one vector; 2048 threads on each
# multiprocessor keep enough loads in flight. `--dim n=32768` copies 512 MiB.
#
# `tests/run.sh -L gpu` measures it; the goal is 90 % of the bandwidth. An H100 reached 90.3 %. With four vectors per thread, all
# of them loaded before the first one is stored, it reached 88.7 %: more loads in flight per thread do not help when the
# multiprocessor is full.
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
            for tx in T.thread_binding(1024, thread="threadIdx.x"):
                with T.sblock("row"):
                    i = T.axis.spatial(n, bx)
                    T.reads(X[i, 0:4096])
                    T.writes(Y[i, 0:4096])
                    for v in T.vectorized(4):
                        Y[i, tx * 4 + v] = X[i, tx * 4 + v]
