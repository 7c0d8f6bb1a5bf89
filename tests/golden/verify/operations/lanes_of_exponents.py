# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), X: T.Buffer((8,), "int32")):
    T.evaluate(T.ldexp(A[0], X[0]))
    T.evaluate(T.ldexp(T.Broadcast(A[0], 4), T.Broadcast(X[0], 4)))
    T.evaluate(T.ldexp(T.Broadcast(A[0], 4), X[0]))  # error: argument 2 of operation 'ldexp' has type int32, but it must be an integer with as many lanes as the first argument
