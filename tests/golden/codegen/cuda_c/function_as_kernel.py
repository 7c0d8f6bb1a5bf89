# check: codegen cuda
# A function of CUDA's headers cannot be a kernel as well.
# error: function 'min' has a name that CUDA C defines
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def min(A_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "int32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        A[tx] = 0
