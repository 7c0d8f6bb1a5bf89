@T.prim_func
def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float16x4"), C: T.Buffer((4,), "float32")):
    B[0] = T.Cast("float16x4", A[0:4])
    C[0:4] = A[0:4]
    A[0:4] = C[0:4]
