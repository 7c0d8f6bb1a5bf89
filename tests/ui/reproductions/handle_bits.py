# A bit operation on a pointer.
@T.prim_func(s_tir=True)
def main(H: T.Buffer((8,), "handle")):
    T.evaluate(T.bitwise_not(H[0]))
