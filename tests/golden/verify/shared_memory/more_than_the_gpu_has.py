# check: verify
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90"})})
    with T.launch_thread("threadIdx.x", 64) as tx:  # see: the launch is here
        A = T.alloc_buffer((65536,), scope="shared")  # note: the launch takes 262144 bytes of shared memory, but a block has at most 232448 on sm_90
        A[tx] = X[tx]
        X[tx] = A[63 - tx]
