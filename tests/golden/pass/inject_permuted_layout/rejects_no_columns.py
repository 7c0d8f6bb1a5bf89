# check: pass InjectPermutedLayout
# Nothing is in a row of no elements.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float16")):
        with T.sblock("outer"):
            T.reads(A[0:64, 0:64])
            T.writes()
            S = T.sblock_alloc_buffer((64, 0), "float16", scope="shared")
            for i, j in T.grid(64, 32):
                with T.sblock("load"):
                    T.reads(A[i, j])
                    T.writes()
                    T.sblock_attr({"permuted_layout": 1})
                    T.mma_store("int32", 16, 16, T.tvm_access_ptr(T.type_annotation("float16"), S.data, i * 1024, 1024, 2), A.data, 0, 64)  # error: the columns of 'S' can only be permuted if a row has a multiple of 64 elements, or of 32 in an even number of rows
