# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    with T.launch_thread("", 32) as tx:  # error: a launch has no name of its thread axis
        B[tx] = A[tx]
