# check: verify
# json: tirx.BufferLoad[0].dtype = "float32"
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), X: T.Buffer((8,), "int32"), B: T.Buffer((8,), "float32")):
    B[0] = A[X[0]]  # error: index 1 of buffer 'A' has type float32, but it must be an integer  # error: a load from buffer 'X' has type float32, but its elements have type int32
