@T.prim_func
def main(A: T.Buffer((64,), "int64")):
    D = T.Buffer((8, 8), "int64", data=A.data)
    E = T.Buffer((8,), "int64", data=A.data, elem_offset=32)
    for i in range(4):
        A[0] = D[0, 0] + E[0]
    if A[0] < T.int64(4):
        D = A.view(8, 8)
        E = A[32:40]
        A[1] = D[1, 1] + E[1]
