# title: Sums of rows, any shape
# group: Scheduled
# order: 1100
# summary: Extents that are read from the tensors
# pipeline: s_tir
# computes: Y[i] = sum(X[i, k] for k in range(size(X, 1)))
#
# Sums of rows, for any number of rows and columns.
#
# `n` and `m` are read from the shapes of the tensors: MakePackedAPI shows where. The kernel gets them as
# parameters, and the loop over the columns has an extent that is known at launch only.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.handle, y: T.handle):
        n, m = T.int32(), T.int32()
        X = T.match_buffer(x, (n, m), "float32")
        Y = T.match_buffer(y, (n,), "float32")
        for bx in T.thread_binding((n + 63) // 64, thread="blockIdx.x"):
            for tx in T.thread_binding(64, thread="threadIdx.x"):
                for k in range(m):
                    with T.sblock("Y"):
                        i = T.axis.spatial(n, bx * 64 + tx)
                        j = T.axis.reduce(m, k)
                        T.where(bx * 64 + tx < n)
                        with T.init():
                            Y[i] = T.float32(0.0)
                        Y[i] = Y[i] + X[i, j]
