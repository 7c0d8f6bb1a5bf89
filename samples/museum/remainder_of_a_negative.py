# title: The remainder of a negative number
# group: Museum
# topic: Arithmetic
# order: 2710
# summary: A condition on the remainder of negative numbers becomes true
# pipeline: s_tir
# fix: s_tir in sound mode
# bad pass: StmtSimplify
# execution: differs
# computes: Y[i] = X[i] if i >= 8 else -X[i]
#
# A rule of the simplifier holds for positive numbers only.
#
# Elements count from -8, in steps of 4, and 1 is added: divided by 4, they leave 1. `T.truncmod` rounds the quotient toward zero, as C
# does, so that the remainder of a negative number is negative: -3, not 1. TVM's simplifier knows that the numbers have the
# form 4 * n + 1 and takes the remainder to be 1, whatever their sign. The branch for negative numbers is gone after the first
# StmtSimplify, and no verdict but that of an execution is red. In sound mode, the rule needs numbers that are not negative.
# Programs that use `//` and `%`, which round toward minus infinity, are not affected.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((16,), "float32"), Y: T.Buffer((16,), "float32")):
        for tx in T.thread_binding(16, thread="threadIdx.x"):
            with T.sblock("Y"):
                i = T.axis.spatial(16, tx)
                if T.truncmod((i - 8) * 4 + 1, 4) == 1:
                    Y[i] = X[i]
                else:
                    Y[i] = T.float32(0) - X[i]
