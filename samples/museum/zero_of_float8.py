# title: Zero in float8 becomes 2^-7
# group: Museum
# topic: Low-precision types
# order: 2270
# summary: An exponent field of 0 is converted like any other
# pipeline: narrow
# fix: narrow in sound mode
# bad pass: FP8ComputeLegalize
# execution: differs
# computes: keep[i] = X[i] > 0
# computes: Y[i] = max(X[i], 0)
#
# Zero in a number of eight bits.
#
# `keep` holds 1 where X is positive and 0 elsewhere, in bytes. An sm_80 does not know the type, so
# FP8ComputeLegalize reads it bit by bit: it shifts the mantissa, corrects the exponent, and forgets that an exponent
# field of 0 means zero. 0 becomes 2^-7, so elements that should be 0 become 1/128. The sound mode converts
# zero and subnormal numbers correctly.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), keep: T.Buffer((64,), "float8_e4m3fn"), Y: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_80", "host": {"kind": "llvm"}})})
        with T.launch_thread("threadIdx.x", 64) as tx:
            keep[tx] = T.Cast("float8_e4m3fn", T.Select(X[tx] > T.float32(0.0), T.float32(1.0), T.float32(0.0)))
            Y[tx] = X[tx] * T.Cast("float32", keep[tx])
