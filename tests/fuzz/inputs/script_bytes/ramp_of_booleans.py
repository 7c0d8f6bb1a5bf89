@T.prim_func
def main(A: T.Buffer((64,), "int64"), b: T.bool):
    A[T.Ramp(b, 1, 4)] = A[T.Ramp(b, 1, 4)]
