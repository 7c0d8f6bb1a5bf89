# check: codegen cuda
# A product and a sum that are rounded once, by type.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(H_ptr: T.handle("float16", "global"), S_ptr: T.handle("float32", "global"), X_ptr: T.handle("float64", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        H = T.decl_buffer((1024,), "float16", data=H_ptr)
        S = T.decl_buffer((1024,), "float32", data=S_ptr)
        X = T.decl_buffer((1024,), "float64", data=X_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        H[tx] = T.fma(H[tx], H[tx + 1], H[tx + 2])
        S[tx] = T.fma(S[tx], S[tx + 1], S[tx + 2])
        X[tx] = T.fma(X[tx], X[tx + 1], X[tx + 2])
