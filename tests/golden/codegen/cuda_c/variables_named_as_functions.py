# check: codegen cuda
# A buffer named `expf` does not hide the function, neither does one named as an external function.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(expf: T.handle("float32", "global"), j0f: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=expf)
        B = T.decl_buffer((1024,), "float32", data=j0f)
        tx = T.launch_thread("threadIdx.x", 32)
        A[tx] = T.exp(B[tx]) + T.call_pure_extern("float32", "j0f", B[tx])
