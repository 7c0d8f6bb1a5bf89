# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), Y: T.Buffer((8,), "int32")):
    Y[0] = T.reinterpret("int32", A[0])
    Y[1] = T.Cast("int32", T.reinterpret("int64", A[0]))  # error: operation 'reinterpret' from float32 to int64 changes the number of bits
