# check: verify
# established: Merged
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    with T.launch_thread("threadIdx.x", 64) as tx:
        A = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
    with T.launch_thread("threadIdx.x", 64) as ty:
        B = T.alloc_buffer((64,), scope="shared.dyn")
        B[ty] = X[ty]
