# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    with T.launch_thread("threadIdx.w", 8) as tx:  # error: 'threadIdx.w' is not the name of a thread axis
        B[tx] = A[tx]
