# check: verify
# Both axes belong to one launch: each thread runs the loop.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    with T.launch_thread("blockIdx.x", 2) as bx:
        for k in range(4):
            with T.launch_thread("threadIdx.x", 8) as tx:
                if k == bx:
                    break
                B[tx] = A[tx]
