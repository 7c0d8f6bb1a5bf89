# check: verify
# established: StaticMerged
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    with T.launch_thread("threadIdx.x", 64) as tx:
        A = T.alloc_buffer((64,), scope="shared")
        B = T.alloc_buffer((64,), scope="shared")  # error: a second static shared buffer, 'B', is allocated in one launch
        S = T.alloc_buffer((64,), scope="shared")  # error: a second static shared buffer, 'S', is allocated in one launch
        A[tx] = X[tx]
        B[tx] = A[63 - tx]
        S[tx] = B[tx]
        X[tx] = S[tx]
