# check: verify
# established: Launches
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)  # error: 'main_kernel' is called from the host, but has no kernel calling convention
    def main_kernel(X_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90"})})
        X = T.decl_buffer((64,), data=X_ptr)
        with T.launch_thread("threadIdx.x", 64) as tx:
            X[tx] = T.float32(1)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}})})
        T.call_packed("main_kernel", X.data, 64)
