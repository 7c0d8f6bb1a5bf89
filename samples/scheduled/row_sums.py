# title: Sums of rows at the speed of memory
# group: Scheduled
# order: 1105
# summary: Wide loads, sums in registers, then across the threads of a block
# pipeline: s_tir
# computes: Y[i] = sum(X[i, k] for k in range(4096))
#
# A reduction that reads each element once: a thread block sums a row of 4096 elements.
#
# Each thread loads four vectors of 16 bytes (`part`) and adds its 16 elements (`own`). The block `Y` is a reduction over
# threads: LowerCrossThreadReduction and LowerThreadAllreduce make shuffles and one exchange in shared memory of it.
# `--dim n=32768` reads 512 MiB.
#
# `tests/run.sh -L gpu` measures it; the goal is 90 % of the bandwidth. What is known without a GPU: for sm_80 and sm_90,
# ptxas uses at most 26 registers and spills none, and each load of global memory has 128 bits.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.handle, y: T.handle):
        n = T.int32()
        X = T.match_buffer(x, (n, 4096), "float32")
        Y = T.match_buffer(y, (n,), "float32")
        part = T.sblock_alloc_buffer((n, 256, 16), "float32", scope="local")
        own = T.sblock_alloc_buffer((n, 256), "float32", scope="local")
        for bx in T.thread_binding(n, thread="blockIdx.x"):
            for tx in T.thread_binding(256, thread="threadIdx.x"):
                for k in T.unroll(4):
                    for v in T.vectorized(4):
                        with T.sblock("part"):
                            i = T.axis.spatial(n, bx)
                            t = T.axis.spatial(256, tx)
                            q = T.axis.spatial(4, k)
                            l = T.axis.spatial(4, v)
                            part[i, t, q * 4 + l] = X[i, q * 1024 + t * 4 + l]
                for r in T.unroll(16):
                    with T.sblock("own"):
                        i = T.axis.spatial(n, bx)
                        t = T.axis.spatial(256, tx)
                        j = T.axis.reduce(16, r)
                        with T.init():
                            own[i, t] = T.float32(0.0)
                        own[i, t] = own[i, t] + part[i, t, j]
            for tx in T.thread_binding(256, thread="threadIdx.x"):
                with T.sblock("Y"):
                    i = T.axis.spatial(n, bx)
                    t = T.axis.reduce(256, tx)
                    with T.init():
                        Y[i] = T.float32(0.0)
                    Y[i] = Y[i] + own[i, t]
