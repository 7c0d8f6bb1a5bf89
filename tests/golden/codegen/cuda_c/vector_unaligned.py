# check: codegen cuda
# A vector whose address is not known to be aligned is loaded lane by lane; stores are written as they are.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        C = T.decl_buffer((1024,), "float32", data=C_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        C[tx * 4:tx * 4 + 4] = A[tx:tx + 4]
