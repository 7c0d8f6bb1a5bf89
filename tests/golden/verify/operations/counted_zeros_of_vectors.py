# check: verify
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32")):
    X[0] = T.clz(X[1])
    T.evaluate(T.clz(T.Broadcast(X[0], 4)))  # error: operation 'clz' has type int32, but its arguments make it int32x4
