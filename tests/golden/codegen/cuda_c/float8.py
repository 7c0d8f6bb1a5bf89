# check: codegen cuda
# Conversions of 8-bit floats, alone and lane by lane.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(E_ptr: T.handle("float8_e4m3fn", "global"), H_ptr: T.handle("float16", "global"), S_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        E = T.decl_buffer((1024,), "float8_e4m3fn", data=E_ptr)
        H = T.decl_buffer((1024,), "float16", data=H_ptr)
        S = T.decl_buffer((1024,), "float32", data=S_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        H[tx] = T.Cast("float16", E[tx])
        E[tx] = T.Cast("float8_e4m3fn", S[tx])
        H[tx * 2:tx * 2 + 2] = T.Cast("float16x2", E[tx * 2:tx * 2 + 2])
        E[tx * 4:tx * 4 + 4] = T.Cast("float8_e4m3fnx4", S[tx * 4:tx * 4 + 4])
