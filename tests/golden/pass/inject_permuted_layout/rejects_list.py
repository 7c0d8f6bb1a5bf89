# check: pass InjectPermutedLayout
# A request is a number or a text.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float16")):
        with T.sblock("outer"):
            T.reads(A[0:64, 0:64])
            T.writes()
            S = T.sblock_alloc_buffer((64, 64), "float16", scope="shared")
            for i, j in T.grid(32, 32):
                with T.sblock("load"):  # error: the annotation "permuted_layout" of block 'load' must be a number or a string
                    T.reads(A[i, j])
                    T.writes(S[i, j])
                    T.sblock_attr({"permuted_layout": [1]})
                    S[i, j] = A[i, j]
