# A bit operation on floating-point numbers.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    B[0] = T.bitwise_not(A[0])
