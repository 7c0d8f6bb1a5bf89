# A variable that the fields of a buffer mention twice, once in the layout, has a line of its own.
# from tvm.script import tirx as Tx
# from tvm.tirx.layout import Axis

@Tx.prim_func
def main(a: Tx.handle):
    s = Tx.int32()
    A = Tx.match_buffer(a, (16,), stridthread_idlayout=Tx.TileLayout(Tx.S[16:s]))
    A[0] = Tx.float32(1.0)
