# check: verify
# established: Split
# A kernel cannot reach the memory of its host.
@T.prim_func(s_tir=True)
def main_kernel(X_ptr: T.handle("float32", "global"), M: T.handle("int32", "local")):  # error: kernel 'main_kernel' takes local memory 'M' of its host as a parameter, and cannot reach it
    T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90"})})
    X = T.decl_buffer((64,), data=X_ptr)
    n = T.decl_buffer((1,), "int32", data=M, scope="local")
    with T.launch_thread("threadIdx.x", 64) as tx:
        X[tx] = T.Cast("float32", n[0])
