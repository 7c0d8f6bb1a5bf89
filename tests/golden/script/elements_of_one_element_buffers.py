# The element of a buffer of one element is its name; another index than 0 stays, or a reader would lose it.
# from tvm.script import tirx as Tx
# from tvm.tirx.layout import Axis

@Tx.prim_func
def main(A: Tx.Buffer((20,), "int32"), n: Tx.int32):
    b = A.view(1)
    for i in range(20):
        b[i] = i + 100
    b = A[n]
    x: Tx.int32 = 3
    x[n] = x + x[n - 1]
    Tx.call_extern("void", "f", Tx.address_of(x), Tx.address_of(x[1]))
