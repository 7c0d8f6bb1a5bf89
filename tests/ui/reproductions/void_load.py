# The same, and it is read.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((4,), "void")):
    T.evaluate(A[0])
