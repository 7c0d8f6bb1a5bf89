# check: codegen cuda
# Functions by type.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(H_ptr: T.handle("float16", "global"), S_ptr: T.handle("float32", "global"), X_ptr: T.handle("float64", "global"), B_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        H = T.decl_buffer((1024,), "float16", data=H_ptr)
        S = T.decl_buffer((1024,), "float32", data=S_ptr)
        X = T.decl_buffer((1024,), "float64", data=X_ptr)
        B = T.decl_buffer((1024,), "bfloat16", data=B_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        H[tx] = T.exp(H[tx]) + T.pow(H[tx], H[tx + 1]) + T.round(H[tx]) + T.fabs(H[tx])
        S[tx] = T.exp(S[tx]) + T.pow(S[tx], S[tx + 1]) + T.round(S[tx]) + T.fabs(S[tx]) + T.sinh(S[tx])
        X[tx] = T.exp(X[tx]) + T.pow(X[tx], X[tx + 1]) + T.round(X[tx]) + T.fabs(X[tx])
        B[tx] = T.sqrt(B[tx]) + T.tanh(B[tx]) + T.erf(B[tx])
        H[tx * 2:tx * 2 + 2] = T.exp(H[tx * 2:tx * 2 + 2])
