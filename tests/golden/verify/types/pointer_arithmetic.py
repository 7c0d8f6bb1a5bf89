# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), X: T.Buffer((8,), "int32")):
    T.evaluate(T.handle_add_byte_offset(A.data, 4))
    T.evaluate(T.handle_add_byte_offset(X[0], 4))  # error: argument 1 of operation 'handle_add_byte_offset' has type int32, but it must be a pointer
