# check: codegen cuda
# Several dimensions are laid out row by row.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        M = T.decl_buffer((64, 16), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        M[tx, 3] = M[tx + 1, 2 * tx]
        M[tx, 0:4] = M[tx + 1, 0:4]
