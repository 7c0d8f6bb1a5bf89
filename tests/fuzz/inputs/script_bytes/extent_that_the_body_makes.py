# from tvm.script import tirx as T
@T.prim_func(s_tir=True)
def main(x: T.handle):
    n = T.ints2()
    X = T.match_buffer(x, (n,), "float32")
    X[0] = T.float32(1)
