# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    with T.launch_thread("threadIdx.x", 0) as tx:  # error: the extent of thread axis 'threadIdx.x' is 0, but a launch needs at least one thread
        B[tx] = A[tx]
    with T.launch_thread("blockIdx.x", -5) as bx:  # error: the extent of thread axis 'blockIdx.x' is -5, but a launch needs at least one thread
        B[bx] = A[bx]
    for ty in T.thread_binding(0, thread="threadIdx.y"):  # error: the extent of thread axis 'threadIdx.y' is 0, but a launch needs at least one thread
        B[ty] = A[ty]
