# check: pass InjectPermutedLayout
# A block inside of the annotated one is permuted, too.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float16")):
        with T.sblock("outer"):
            T.reads(A[0:64, 0:64])
            T.writes()
            T.sblock_attr({"permuted_layout": 1})
            S = T.sblock_alloc_buffer((64, 64), "float16", scope="shared.dyn")
            for i, j in T.grid(32, 32):
                with T.sblock("load"):
                    T.reads(A[i, j])
                    T.writes(S[i, j])
                    S[i, j] = A[i, j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float16")):
        with T.sblock("outer"):
            T.reads(A[0:64, 0:64])
            T.writes()
            S = T.sblock_alloc_buffer((64, 64), "float16", scope="shared.dyn")
            for i, j in T.grid(32, 32):
                with T.sblock("load"):
                    T.reads(A[i, j])
                    T.writes(S[i, j])
                    S[i, T.bitwise_xor(j // 8, i % 8) * 8 + j % 8] = A[i, j]
