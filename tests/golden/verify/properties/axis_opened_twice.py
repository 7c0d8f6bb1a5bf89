# check: verify
# established: ThreadsUnified
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32")):
    with T.launch_thread("threadIdx.x", 8) as tx:
        with T.launch_thread("threadIdx.x", 8) as ty:  # error: thread axis 'threadIdx.x' is opened again, as 'ty'
            X[tx] = ty
