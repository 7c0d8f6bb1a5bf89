# The same type, written otherwise.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((4,), "")):
    T.evaluate(0)
