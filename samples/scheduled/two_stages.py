# title: Two kernels and a buffer between them
# group: Scheduled
# order: 1110
# summary: One function, two launches, memory that the host allocates
# pipeline: s_tir
# computes: Y[i, j] = X[i, j] / sum(abs(X[i, k]) for k in range(128))
#
# Two kernels in one function: the first sums blocks of 128 elements in shared memory, the second divides each element
# by the sum of its block, which it reads from a buffer that the function allocates.
#
# Each loop nest that is bound to blocks becomes a launch. SplitHostDevice makes two kernels; the host
# allocates `sums`, and LowerTVMBuiltin makes that a call of the runtime.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((8, 128), "float32"), Y: T.Buffer((8, 128), "float32")):
        sums = T.sblock_alloc_buffer((8,), "float32")
        for bx in T.thread_binding(8, thread="blockIdx.x"):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("sums"):
                    i = T.axis.spatial(8, bx)
                    j = T.axis.reduce(128, tx)
                    with T.init():
                        sums[i] = T.float32(0.0)
                    sums[i] = sums[i] + T.fabs(X[i, j])
        for bx in T.thread_binding(8, thread="blockIdx.x"):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("Y"):
                    i = T.axis.spatial(8, bx)
                    j = T.axis.spatial(128, tx)
                    Y[i, j] = X[i, j] / sums[i]
