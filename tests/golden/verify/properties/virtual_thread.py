# check: verify
# established: NoVirtualThreads
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "int32")):
    tx = T.launch_thread("threadIdx.x", 16)
    vx = T.launch_thread("vthread.x", 4)  # error: 'vx' is a virtual thread, but its instances must be a loop
    X[tx * 4 + vx] = 0
