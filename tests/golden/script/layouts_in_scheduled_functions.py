# In a scheduled function buffers have no layout unless one is written, and None is not written.
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((16,), "float32")):
    B = T.alloc_shared((8, 64), layout=T.TileLayout(T.S[(8, 64):(1, 8)]))
    C = T.alloc_shared((8, 64))
    A[0] = B[0, 0] + C[0, 0]
