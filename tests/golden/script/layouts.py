# Layouts in every spelling; a default layout is not written.
# from tvm.script import tirx as Tx
# from tvm.tirx.layout import Axis

@Tx.prim_func
def main(a: Tx.handle, n: Tx.int32):
    A = Tx.match_buffer(a, (n, 16), "float16")
    B = Tx.alloc_buffer((n, 16), "float16", layout=Tx.TileLayout(Tx.S[(n, 16):(1, n)]))
    C = Tx.alloc_local((8, 4), layout=Tx.TileLayout(Tx.S[(8, 4):(4 @ Axis.laneid, 1 @ Axis.laneid)] + Tx.R[2:4 @ Axis.warpid]))
    D = Tx.alloc_shared((64,), layout=Tx.TileLayout(Tx.S[64:1] + 64))
    E = Tx.alloc_shared((64,), layout=Tx.TileLayout(Tx.S[64:1] + 1 @ Axis.laneid))
    F = Tx.alloc_shared((64,), layout=Tx.TileLayout(Tx.S[64:n + 1] + Tx.R[(2, 4):(0, 1 @ Axis.tx)] + (n @ Axis.laneid + (n + 64))))
    G = Tx.alloc_shared((64,), layout=Tx.TileLayout.from_iters())
    H = Tx.alloc_shared((64,), layout=Tx.TileLayout.from_iters(offset={"laneid": 1, "m": n}))
    K = Tx.alloc_shared((8, 64), "float16", layout=Tx.SwizzleLayout(3, 3, 3, swizzle_inner=True))
    L = Tx.alloc_shared((8, 64), "float16", layout=Tx.ComposeLayout(Tx.SwizzleLayout(3, 2, 3, swizzle_inner=False), Tx.TileLayout(Tx.S[(8, 64):(64, 1)])))
    M = Tx.alloc_shared((8, 64), layout=None)
    N = Tx.alloc_shared((), layout=None)
    P = Tx.alloc_shared(())
    Q = Tx.alloc_shared((128, 512), layout=Tx.TileLayout(Tx.S[(128, 512):(1 @ Axis.TLane, 1 @ Axis.TCol)]))
    V = Tx.alloc_shared((64,), layout=Tx.TileLayout(Tx.S[64:(n + 1) @ Axis.laneid] + n * 2 @ Axis.bx))
