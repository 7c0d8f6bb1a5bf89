# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    s = T.alloc_buffer((-4,), "float32", scope="local")  # error: an extent of buffer 's' is -4, but it must not be negative
    B[0] = s[0]
