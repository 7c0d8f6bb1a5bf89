# check: verify
# json: tirx.Call[0].dtype = "int32"
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    B[0] = T.if_then_else(A[0] < A[1], A[0], A[1])  # error: a value of type int32 is stored to buffer 'B', whose elements have type float32  # error: operation 'if_then_else' has type int32, but its arguments make it float32
