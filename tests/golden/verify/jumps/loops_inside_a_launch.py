# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    with T.launch_thread("threadIdx.x", 8) as tx:
        for k in range(8):
            if k == tx:
                break
            B[k] = A[tx]
        while A[tx] < T.float32(1.0):
            if A[0] < T.float32(0.0):
                continue
            A[tx] = A[tx] + T.float32(1.0)
