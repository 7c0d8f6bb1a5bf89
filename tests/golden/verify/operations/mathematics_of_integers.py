# check: verify
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32"), Y: T.Buffer((8,), "int32")):
    Y[0] = T.exp(X[0])  # error: argument 1 of operation 'exp' has type int32, but it must be a float
    Y[1] = T.sqrt(X[1])  # error: argument 1 of operation 'sqrt' has type int32, but it must be a float
    Y[2] = T.pow(X[0], X[1])  # error: argument 1 of operation 'pow' has type int32, but it must be a float
    Y[3] = T.floor(X[2])
