# check: verify
# json: tirx.BufferLoad[0].dtype = "int64"
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32"), Y: T.Buffer((8,), "int32")):
    x: T.let[T.int32] = X[0]  # error: 'x' has type int32, but the value that it is bound to has type int64  # error: a load from buffer 'X' has type int64, but its elements have type int32
    Y[0] = x
