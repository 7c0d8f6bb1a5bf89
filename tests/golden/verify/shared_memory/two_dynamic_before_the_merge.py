# check: verify
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    with T.launch_thread("threadIdx.x", 64) as tx:
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        S = T.alloc_buffer((64,), scope="shared")
        A[tx] = X[tx]
        B[tx] = A[63 - tx]
        S[tx] = B[tx]
        X[tx] = S[tx]
