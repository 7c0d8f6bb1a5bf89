# check: verify
# json: tirx.BufferLoad[1].dtype = "int64"
# The load is of another type than its buffer, too.
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32"), Y: T.Buffer((8,), "int32")):
    Y[0] = X[0] + X[1]  # error: operands of Add have types int32 and int64, but they must have the same type  # error: a load from buffer 'X' has type int64, but its elements have type int32
