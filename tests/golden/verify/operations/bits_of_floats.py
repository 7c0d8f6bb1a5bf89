# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    B[0] = T.bitwise_and(A[0], A[1])  # error: argument 1 of operation 'bitwise_and' has type float32, but it must be an integer
    B[1] = T.bitwise_or(A[0], A[1])  # error: argument 1 of operation 'bitwise_or' has type float32, but it must be an integer
    B[2] = T.bitwise_xor(A[0], A[1])  # error: argument 1 of operation 'bitwise_xor' has type float32, but it must be an integer
    B[3] = T.bitwise_not(A[0])  # error: argument 1 of operation 'bitwise_not' has type float32, but it must be an integer
    B[4] = T.shift_left(A[0], A[1])  # error: argument 1 of operation 'shift_left' has type float32, but it must be an integer
    B[5] = T.shift_right(A[0], A[1])  # error: argument 1 of operation 'shift_right' has type float32, but it must be an integer
