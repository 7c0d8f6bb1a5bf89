# check: verify
# established: Regions
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}})})
    with T.launch_thread("threadIdx.x", 64) as tx:  # error: a launch of 'main' is outside of any device region
        X[tx] = T.float32(1)
