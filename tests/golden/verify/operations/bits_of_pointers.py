# check: verify
@T.prim_func(s_tir=True)
def main(H: T.Buffer((8,), "handle")):
    T.evaluate(T.bitwise_not(H[0]))  # error: argument 1 of operation 'bitwise_not' has type handle, but it must be an integer
