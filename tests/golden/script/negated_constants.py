# A negated constant stays a negation: the constant is a value of the program, not one of Python.
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4,), "int32"), n: T.int32):
    A[0] = T.Select(not T.bool(False), n, 0)
    A[1] = T.Select(not n < 4, n, 0)
