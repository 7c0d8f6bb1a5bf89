# A variable that an unknown argument and the strides of a buffer mention has a line of its own.
# from tvm.script import tirx as Tx
# from tvm.tirx.layout import Axis

@Tx.prim_func
def main(a: Tx.handle): 
    s = Tx.int32()
    A = Tx.match_buffer(a, (16,), strides=(s,), s=Tx.TileLayout(Tx.S[16:s]))
    A[0] = Tx.float32(1.0)
