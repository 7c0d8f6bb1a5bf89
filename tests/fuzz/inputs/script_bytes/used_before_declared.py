@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    x = T.Buffer((1,), scope="local")
    for i in range(4):
        A[0] = B[0] + x
    B = T.alloc_shared((4,))
    x: T.float32 = A[0]
    if A[0] < B[0]:
        A[1] = B[1] + x
