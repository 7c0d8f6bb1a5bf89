# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for k in range(2):
        with T.launch_thread("threadIdx.x", 8) as tx:
            B[tx] = A[tx]
            if k == 1:
                break  # error: 'break' would leave a launch: the loop is outside of it
