@T.prim_func
def main(A: T.Buffer((8,), "float32")):
    A[0] = T.if_then_else(T.int32(0), A[1], A[2])
