# check: pass LowerMatchBuffer
# expect: unchanged

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i, 0])
                A[i, 0] = T.float32(1.0)
