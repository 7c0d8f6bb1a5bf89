@T.prim_func(s_tir=True)
def main(A: T.Buffer((T.int64(16),), "float32"), n: T.int64):
    with T.sblock("b"):
        T.reads(A[T.int64(-9223372036854775807) - T.int64(1):n])
        T.writes(A[n + T.int64(5):T.int64(-9223372036854775807) - T.int64(1)])
        A[0] = T.float32(1.0)
