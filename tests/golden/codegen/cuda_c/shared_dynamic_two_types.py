# check: codegen cuda
# Dynamic memory has one external name in the file: another type under it needs another name.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def first(A_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_buffer((32,), "float32", scope="shared.dyn")
        S[tx] = A[tx]
        A[tx] = S[tx]

    @T.prim_func(s_tir=True)
    def second(H_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        H = T.decl_buffer((1024,), "float16", data=H_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_buffer((32,), "float16", scope="shared.dyn")
        S[tx] = H[tx]
        H[tx] = S[tx]

    @T.prim_func(s_tir=True)
    def third(A_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_buffer((32,), "float32", scope="shared.dyn")
        S[tx] = A[tx]
        A[tx] = S[tx]
