# check: verify
# established: Split
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    with T.attr(T.target({"kind": "cuda", "arch": "sm_90"}), "target", 0):  # error: a device region is still in 'main' after the split
        with T.launch_thread("threadIdx.x", 64) as tx:  # error: a launch is still in 'main', which is a function of the host
            X[tx] = T.float32(1)
