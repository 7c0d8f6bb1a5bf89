# A break leaves a loop from inside a launch.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for k in range(2):
        with T.launch_thread("threadIdx.x", 64) as tx:
            if k == 1:
                break
            B[tx % 8] = A[tx % 8]
