@T.prim_func
def main(A: T.Buffer((8,), "int8"), x: T.int8):
    A[0] = (T.intF(3) & T.Cast("int8", x)) - T.Cast("int8", A[1])
