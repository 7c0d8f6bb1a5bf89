# check: codegen cuda
# Only types of one size share their bits.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global"), L_ptr: T.handle("int64", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        L = T.decl_buffer((1024,), "int64", data=L_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        L[tx] = T.reinterpret("int64", A[tx])  # error: reinterpret of float32 as int64: they have different sizes
