# check: pass LowerInitBlock
# All reduction axes must be at their starts, here at 0 and at 2.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 4, 4), "float32"), B: T.Buffer((8,), "float32")):
        for i, k, l in T.grid(8, 4, 2):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                vl = T.axis.reduce((2, 4), l + 2)
                T.reads(A[vi, vk, vl])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.float32(0.0)
                B[vi] = B[vi] + A[vi, vk, vl]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 4, 4), "float32"), B: T.Buffer((8,), "float32")):
        for i, k, l in T.grid(8, 4, 2):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                vl = T.axis.reduce((2, 4), l + 2)
                T.reads(A[vi, vk, vl])
                T.writes(B[vi])
                if vk == 0 and vl == 2:
                    B[vi] = T.float32(0.0)
                B[vi] = B[vi] + A[vi, vk, vl]
