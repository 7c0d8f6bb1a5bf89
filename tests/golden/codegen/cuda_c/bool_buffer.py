# check: codegen cuda
# Booleans are stored as signed char.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global"), M_ptr: T.handle("bool", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        M = T.decl_buffer((1024,), "bool", data=M_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        M[tx] = A[tx] > T.float32(0.5)
        if M[tx] and tx < 16:
            A[tx] = T.float32(1.0)
