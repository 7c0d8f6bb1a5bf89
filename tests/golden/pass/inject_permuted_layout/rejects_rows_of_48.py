# check: pass InjectPermutedLayout
# The groups of a row must fill the banks.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float16")):
        with T.sblock("outer"):
            T.reads(A[0:64, 0:64])
            T.writes()
            S = T.sblock_alloc_buffer((64, 48), "float16", scope="shared")
            for i, j in T.grid(32, 32):
                with T.sblock("load"):
                    T.reads(A[i, j])
                    T.writes(S[i, j])
                    T.sblock_attr({"permuted_layout": 1})
                    S[i, j] = A[i, j]  # error: the columns of 'S' can only be permuted if a row has a multiple of 64 elements, or of 32 in an even number of rows
