# title: Running sums
# group: Scheduled
# order: 1080
# summary: A loop that carries a value, one row per thread
# pipeline: s_tir
# computes: Y[i, j] = sum(X[i, k] for k in range(j + 1))
#
# Running sums: each thread walks along a row of its own, and each element needs the one before it.
#
# The loop over `j` carries a value, so nothing may reorder it. RewriteUnsafeSelect and the hoisting passes leave
# the condition where it protects the read of element -1.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((96, 32), "float32"), Y: T.Buffer((96, 32), "float32")):
        for bx in T.thread_binding(3, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                for j0 in range(32):
                    with T.sblock("Y"):
                        i = T.axis.spatial(96, bx * 32 + tx)
                        j = T.axis.opaque(32, j0)
                        T.reads(X[i, j], Y[i, 0:32])
                        T.writes(Y[i, j])
                        Y[i, j] = T.if_then_else(0 < j, Y[i, j - 1], T.float32(0.0)) + X[i, j]
