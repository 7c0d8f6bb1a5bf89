# The value of a variable has another type than the variable.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    x = T.int64()
    B[0] = T.Cast("float32", T.Let(x + T.int64(1), where={x: A[0]}))
