# The layout of a scalar is written where it is declared a second time, above the line that allocates it.
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(sums: T.Buffer((8,), "float32")):
    # with T.sblock("root"):
    for bx in range(8):
        with T.sblock("step"):
            T.reads(sums[0:8])
            T.writes(sums[0:8])
            i = T.Buffer((1,), "int32", scope="local", layout=T.TileLayout(T.S[1:1]))
            with T.init():
                sums[i] = T.float32(0.0)
            i: T.int32 = bx
            sums[i] = sums[i] + T.float32(1.0)
