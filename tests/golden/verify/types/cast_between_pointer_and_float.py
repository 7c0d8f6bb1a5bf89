# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    B[0] = T.Cast("float32", A.data)  # error: a cast from handle to float32 combines a pointer and a float
