# check: verify
# json: tirx.BufferLoad[0].dtype = "float32"
# json: tirx.BufferLoad[1].dtype = "float32"
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32")):
    T.evaluate(T.Ramp(X[0], X[1], 4))  # error: the base of Ramp has type float32, but it must be a scalar integer  # error: a load from buffer 'X' has type float32, but its elements have type int32  # error: a load from buffer 'X' has type float32, but its elements have type int32
