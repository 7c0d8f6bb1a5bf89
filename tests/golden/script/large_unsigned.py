# Unsigned integers of 64 bits keep their values from 2^63 on.
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((2,), "uint64")):
    A[0] = T.uint64(18446744073709551615)
    A[1] = A[0] // T.uint64(9223372036854775808)
