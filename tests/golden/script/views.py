# Buffers on the data of another, in terms of it.
# from tvm.script import tirx as Tx
# from tvm.tirx.layout import Axis

@Tx.prim_func
def main():
    A = Tx.alloc_local((8, 4, 2), layout=Tx.TileLayout(Tx.S[(8, 4, 2):(4 @ Axis.laneid, 1 @ Axis.laneid, 1)]))
    B = A.local()
    A2 = Tx.alloc_local((8, 4, 2), layout=Tx.TileLayout(Tx.S[(8, 4, 2):(4 @ Axis.laneid, 1 @ Axis.laneid, 1)] + 1 @ Axis.warpid))
    C = A2.local(1, 2)
    D = Tx.alloc_shared((64, 32))
    E = D.view("float16")
    F = D.permute(1, 0)
    G = D.partition(num_tiles=(4, 2))
    H = Tx.alloc_shared((16, 16), "float16", layout=Tx.ComposeLayout(Tx.SwizzleLayout(3, 3, 3, swizzle_inner=True), Tx.TileLayout(Tx.S[(16, 16):(16, 1)])))
    K = H.view("float32")
    L = Tx.alloc_shared((64,))
    M = L.view(8, 8)
    N = Tx.alloc_shared((8, 8), layout=Tx.TileLayout(Tx.S[(8, 8):(1, 8)]))
    P = N.view(64)
    N2 = Tx.alloc_shared((8, 8), layout=Tx.TileLayout(Tx.S[(8, 8):(1, 8)]))
    Q = N2.view(4, 16, layout=Tx.TileLayout(Tx.S[(4, 16):(2, 4)]))
    B[0] = Tx.float32(1.0)
    C[0, 0] = Tx.float32(1.0)
    E[0, 0] = Tx.float16(1.0)
    F[0, 0] = Tx.float32(1.0)
    G[0, 0, 0, 0] = Tx.float32(1.0)
    K[0, 0] = Tx.float32(1.0)
    M[0, 0] = Tx.float32(1.0)
    P[0] = Tx.float32(1.0)
    Q[0, 0] = Tx.float32(1.0)
