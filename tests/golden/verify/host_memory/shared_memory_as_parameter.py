# check: verify
# established: Split
@T.prim_func(s_tir=True)
def main_kernel(X_ptr: T.handle("float32", "global"), M: T.handle("float32", "shared.dyn")):  # error: kernel 'main_kernel' takes shared memory 'M' as a parameter, and no host can pass it
    T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90"})})
    X = T.decl_buffer((64,), data=X_ptr)
    B = T.decl_buffer((64,), data=M, scope="shared.dyn")
    with T.launch_thread("threadIdx.x", 64) as tx:
        B[tx] = X[tx]
