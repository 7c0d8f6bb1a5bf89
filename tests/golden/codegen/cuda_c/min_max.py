# check: codegen cuda
# Also of 16-bit floats, which CUDA has no overloads for.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(H_ptr: T.handle("float16", "global"), B_ptr: T.handle("bfloat16", "global"), I_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        H = T.decl_buffer((1024,), "float16", data=H_ptr)
        B = T.decl_buffer((1024,), "bfloat16", data=B_ptr)
        I = T.decl_buffer((1024,), "int32", data=I_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        H[tx] = T.max(H[tx], T.float16(0.0))
        B[tx] = T.min(B[tx], B[tx + 1])
        I[tx] = T.max(I[tx], 0)
