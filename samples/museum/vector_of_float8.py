# title: A vector store of float8 values is rejected
# group: Museum
# topic: Low-precision types
# order: 2280
# summary: The types of value and buffer are compared with their lanes
# pipeline: narrow
# fix: narrow in sound mode
# bad pass: FP8ComputeLegalize
# error: a vector of float32 is stored to 'Y'
# error line: T.Cast("float32x4"
# computes: Y[i] = X[i]
#
# Four bytes at a time, stored as something else.
#
# An sm_80 does not know 8-bit floats, so FP8ComputeLegalize widens the four that are loaded and checks that the
# result fits what it is stored to. It compares the types with their lanes: four lanes of float32 and a buffer of
# single ones are different, and it stops. In the sound mode they are stored.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float8_e4m3fn"), Y: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_80", "host": {"kind": "llvm"}})})
        with T.launch_thread("threadIdx.x", 16) as tx:
            Y[tx * 4:tx * 4 + 4] = T.Cast("float32x4", X[tx * 4:tx * 4 + 4])
