# check: codegen cuda
# Four doubles have a name of their own since CUDA 13 objects to its old one.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(X_ptr: T.handle("float64", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        X = T.decl_buffer((1024,), "float64", data=X_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        X[tx * 4:tx * 4 + 4] = X[tx * 4:tx * 4 + 4] + T.Broadcast(T.float64(1.0), 4)
