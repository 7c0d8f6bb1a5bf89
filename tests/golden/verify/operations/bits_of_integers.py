# check: verify
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32"), Y: T.Buffer((8,), "int32")):
    Y[0] = T.bitwise_and(X[0], X[1]) ^ (X[2] << 2) | ~X[3]
    Y[1] = T.popcount(X[0])
