# from tvm.script import tirx as T
# The elements that the indices of the blocks name are known inside of the blocks only.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64, 96), "float32"), B: T.Buffer((96, 64), "float32"), X: T.Buffer((4,), "int32")):
    for k in range(4):
        with T.sblock("scalar"):
            j = T.axis.spatial(96, k)
            i: T.int32 = k + 1
            B[j, i] = A[i, j]
        with T.sblock("allocated"):
            j = T.axis.spatial(96, k)
            S = T.sblock_alloc_buffer((4,), "int32")
            S[0] = k
            B[j, S[0]] = A[T.Select(S[1] < 2, S[1], S[2]), j]
        with T.sblock("declared"):
            j = T.axis.spatial(96, k)
            D = T.decl_buffer((4,), "int32", data=X.data)
            B[j, D[0] + 1] = A[T.Cast("int32", D[1]) * 2, j]
