@T.prim_func(s_tir=True)
def main(a: T.handle, A: T.Buffer((16,), "int32")):
    A = T.match_buffer(a, (16,), "int32")
    A[0] = 1
