# title: A packed call with one argument too many
# group: Museum
# topic: Calls between host and device
# order: 2190
# summary: The call ends with a null pointer, which the callee counts as an argument
# pipeline: split@before
# fix: split@before in sound mode
# bad pass: MakePackedAPI
# note: main calls scale, which is exported: the call packs its arguments
# execution: fails: TypeError: the number of arguments must be 2
# computes: Y[i] = 2 * X[i]
#
# One argument too many.
#
# `main` calls `scale`, which is exported, so MakePackedAPI packs the arguments of the call, and ends them with a
# null pointer. `scale` counts its arguments, and a null pointer is one: it raises a TypeError at run time. The
# sound mode passes what there is. Shown with `split@before`: today's order does not come this far, see
# exported_callee.py.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def scale(factor: T.float32, count: T.int32) -> T.int32:
        assert factor > T.float32(0.0), ("ValueError", ["the factor must be positive"])
        return count

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "float32"), Y: T.Buffer((32,), "float32")):
        Module.scale(T.float32(2.0), 32)
        with T.launch_thread("threadIdx.x", 32) as tx:
            Y[tx] = X[tx] * T.float32(2.0)
