# Hints reach to the end of their suite, or over a suite of their own.
# from tvm.script import tirx as Tx
# from tvm.tirx.layout import Axis

@Tx.prim_func
def main(A: Tx.Buffer((16,), "float32")):
    with Tx.hint("unroll", depth=2, note="inner"):
        A[0] = Tx.float32(1.0)
    with Tx.hint(only=True):
        A[1] = Tx.float32(1.0)
    for i in range(4):
        Tx.hint("all that follows")
        A[2] = Tx.float32(1.0)
        A[i] = Tx.float32(1.0)
