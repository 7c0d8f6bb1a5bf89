# A bare bound is an int32, also where the dimension is counted in int64.
# from tvm.script import tirx as Tx
# from tvm.tirx.layout import Axis

@Tx.prim_func
def main(A: Tx.Buffer((Tx.int64(1024),), "float32"), B: Tx.Buffer((64,), "float32"), n: Tx.int64):
    Tx.copy(B[0:64], A[64:128])
    Tx.copy(B[0:64], A[Tx.int64(64):Tx.int64(128)])
    Tx.copy(B[0:64], A[n:n + Tx.int64(64)])
    A[4:8] = A[Tx.int64(4):Tx.int64(8)] + B[0:4]
