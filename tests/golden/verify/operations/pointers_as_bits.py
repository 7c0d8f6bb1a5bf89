# check: verify
# A pointer is reinterpreted as a scalar integer of its size, and as nothing else.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), X: T.Buffer((8,), "int64"), B: T.Buffer((8,), "float64")):
    X[0] = T.reinterpret("int64", A.data)
    B[0] = T.reinterpret("float64", A.data)  # error: operation 'reinterpret' from handle to float64 combines a pointer and no scalar integer
    T.evaluate(T.reinterpret("handle", B[1]))  # error: operation 'reinterpret' from float64 to handle combines a pointer and no scalar integer
    T.evaluate(T.reinterpret("int32x2", A.data))  # error: operation 'reinterpret' from handle to int32x2 combines a pointer and no scalar integer
