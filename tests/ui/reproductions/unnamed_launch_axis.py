# A thread axis has no name.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    with T.launch_thread("", 32) as tx:
        B[tx % 8] = A[tx % 8]
