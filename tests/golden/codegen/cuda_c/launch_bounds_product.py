# check: codegen cuda
# The threads of a block are the product of its constant extents.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x", "threadIdx.y"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "int32", data=A_ptr)
        bx = T.launch_thread("blockIdx.x", 4)
        tx = T.launch_thread("threadIdx.x", 8)
        ty = T.launch_thread("threadIdx.y", 4)
        A[bx * 32 + ty * 8 + tx] = 0
