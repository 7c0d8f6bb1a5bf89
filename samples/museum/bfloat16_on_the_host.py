# title: Host arithmetic in bfloat16 is not legalized
# group: Museum
# topic: Low-precision types
# order: 2260
# summary: The device supports the type, so the host's part stays, too
# pipeline: narrow
# fix: narrow in sound mode
# bad pass: BF16ComputeLegalize
# error: arithmetic in bfloat16, which the host lacks
# error line: root * root
# note: nothing to do: the target computes with bfloat16
# computes: Y[i] = 0.5625 * X[i]
#
# Arithmetic in bfloat16 on both sides.
#
# The GPU computes in bfloat16 and the host does not. BF16ComputeLegalize checks the target of the function, which
# is the GPU, and leaves everything alone, the product on the host as well; after the split no pass looks at it again,
# and TVM's code generators for hosts stop at it. The sound mode replaces the arithmetic outside of launches.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        root: T.let[T.bfloat16] = T.bfloat16(0.75)
        weight: T.let[T.float32] = T.Cast("float32", root * root)
        with T.launch_thread("threadIdx.x", 64) as tx:
            square: T.let[T.bfloat16] = T.Cast("bfloat16", X[tx]) * T.bfloat16(2.0)
            Y[tx] = X[tx] * weight + T.Cast("float32", square - square)
