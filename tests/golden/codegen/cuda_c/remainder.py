# check: codegen cuda
# The remainder of a division of floats, also where LowerIntrin has not run.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(H_ptr: T.handle("float16", "global"), S_ptr: T.handle("float32", "global"), X_ptr: T.handle("float64", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        H = T.decl_buffer((1024,), "float16", data=H_ptr)
        S = T.decl_buffer((1024,), "float32", data=S_ptr)
        X = T.decl_buffer((1024,), "float64", data=X_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        H[tx] = T.fmod(H[tx], H[0])
        S[tx] = T.fmod(S[tx], S[0])
        X[tx] = T.fmod(X[tx], X[0])
