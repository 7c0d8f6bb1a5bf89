# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), n: T.int32):
    with T.launch_thread("threadIdx.x", n) as tx:
        B[tx] = A[tx]
