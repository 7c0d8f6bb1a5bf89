@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    T.func_attr({"tirx.noalias": True, 1e999: 1, "a": 2})
    A[0] = A[1]
