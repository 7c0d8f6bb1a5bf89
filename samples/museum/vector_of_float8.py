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
