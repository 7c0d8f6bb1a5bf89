# check: codegen cuda
# A load that is not taken must not fault, so both branches become statements.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        C = T.decl_buffer((1024,), "float32", data=C_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        C[tx] = T.if_then_else(tx < n, A[tx], T.float32(0.0)) + T.if_then_else(tx > 0, A[tx - 1], T.float32(0.0))
