# check: verify
# json: tirx.BufferLoad[0].dtype = "int32"
# json: tirx.BufferLoad[1].dtype = "int32"
@T.prim_func(s_tir=True)
def main(P: T.Buffer((8,), "bool"), X: T.Buffer((8,), "int32")):
    X[0] = T.Cast("int32", P[0] and P[1])  # error: operands of And have type int32, but they must be bool  # error: a load from buffer 'P' has type int32, but its elements have type bool  # error: a load from buffer 'P' has type int32, but its elements have type bool
