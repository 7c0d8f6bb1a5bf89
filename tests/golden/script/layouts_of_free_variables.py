# A variable that only a layout mentions is declared like any other.
# from tvm.script import tirx as Tx
# from tvm.tirx.layout import Axis

@Tx.prim_func
def main():
    k = Tx.int32()
    A = Tx.alloc_shared((64,), layout=Tx.TileLayout(Tx.S[64:k]))
    A[0] = Tx.float32(1.0)
