# check: pass ConvertBlocksToOpaque
# expect: unchanged

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for i in range(32):
            with T.sblock("copy"):
                T.reads(A[i])
                T.writes(B[i])
                B[i] = A[i]
