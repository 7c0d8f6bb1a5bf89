# A slice of a whole buffer is a declaration whose offset, and extents with it, are of the other type.
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((T.int64(64),), "float32"), B: T.Buffer((64,), "float32")):
    A_1 = A[0:T.int64(64)]
    B_1 = B[0:T.int64(64)]
    for i in range(64):
        A_1[i] = B_1[i]
