# check: verify
# established: LaunchesAsExtents
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32")):
    for tx in T.thread_binding(8, thread="threadIdx.x"):  # error: a loop is bound to threadIdx.x, but launches must be thread_extent statements
        X[tx] = tx
