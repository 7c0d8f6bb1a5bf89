# check: pass LowerInitBlock
# Every block has its own condition.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("row"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi, 0:16])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.float32(1.0)
                for k in range(16):
                    with T.sblock("sum"):
                        vk = T.axis.reduce(16, k)
                        T.reads(A[vi, vk])
                        T.writes(B[vi])
                        with T.init():
                            B[vi] = T.float32(0.0)
                        B[vi] = B[vi] + A[vi, vk]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("row"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi, 0:16])
                T.writes(B[vi])
                B[vi] = T.float32(1.0)
                for k in range(16):
                    with T.sblock("sum"):
                        vk = T.axis.reduce(16, k)
                        T.reads(A[vi, vk])
                        T.writes(B[vi])
                        if vk == 0:
                            B[vi] = T.float32(0.0)
                        B[vi] = B[vi] + A[vi, vk]
