# check: codegen cuda
# Hardware copies 4, 8 or 16 bytes.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_buffer((256,), "float32", scope="shared")
        T.ptx.cp_async("float32", S.data, tx, A_ptr, tx, 12)  # error: an asynchronous copy moves 4, 8 or 16 bytes, not 12
