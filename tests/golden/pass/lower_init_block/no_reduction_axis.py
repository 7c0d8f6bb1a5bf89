# check: pass LowerInitBlock
# Without a reduction axis the init runs every time.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("first"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi, 0])
                T.writes(B[vi])
                with T.init():
                    B[vi] = T.float32(1.0)
                B[vi] = B[vi] + A[vi, 0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("first"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi, 0])
                T.writes(B[vi])
                B[vi] = T.float32(1.0)
                B[vi] = B[vi] + A[vi, 0]
