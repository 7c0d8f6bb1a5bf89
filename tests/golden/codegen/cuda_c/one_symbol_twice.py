# check: codegen cuda
# Two functions cannot have one name.
# error: two functions are called 'same'
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def one(A_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True, "global_symbol": "same"})
        A = T.decl_buffer((1024,), "int32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        A[tx] = 0

    @T.prim_func(s_tir=True)
    def two(A_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True, "global_symbol": "same"})
        A = T.decl_buffer((1024,), "int32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        A[tx] = 0
