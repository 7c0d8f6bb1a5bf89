# check: codegen cuda
# The same bits as another type.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global"), I_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        I = T.decl_buffer((1024,), "int32", data=I_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        I[tx] = T.reinterpret("int32", A[tx])
