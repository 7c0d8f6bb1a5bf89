# check: verify
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    A = T.alloc_buffer((64,), scope="shared")  # note: shared buffer 'A' is allocated outside of any launch
    with T.launch_thread("threadIdx.x", 64) as tx:  # see: the first launch of 'main' is here
        A[tx] = X[tx]
