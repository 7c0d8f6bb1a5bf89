# title: A helper with a raw pointer is not copied
# group: Museum
# topic: Calls between host and device
# order: 2150
# summary: BindTarget looks up the buffer of every handle, and this one has none
# pipeline: split
# fix: split in sound mode
# bad pass: BindTarget
# error: its handle parameter 'p' has no buffer
# error line: count(p
# computes: Y[i] = X[i] * i + 64
#
# A helper with a raw pointer, called from both sides.
#
# `count` is called on the host and in the kernel, so BindTarget makes a copy of it. The copying looks up the buffer
# of every handle parameter, and `p` has none: TVM stops with a KeyError that names neither. The sound mode copies
# handles without buffers, too.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def count(p: T.handle("float32", "global"), n: T.int32) -> T.int32:
        return T.if_then_else(T.isnullptr(p), 0, n)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        rows: T.let[T.int32] = Module.count(X.data, 64)
        with T.launch_thread("threadIdx.x", 64) as tx:
            Y[tx] = X[tx] * T.Cast("float32", Module.count(X.data, tx)) + T.Cast("float32", rows)
