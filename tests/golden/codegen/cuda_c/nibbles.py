# check: codegen cuda
# Eight 4-bit integers are one word; one of them alone has no address.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("int4", "global"), C_ptr: T.handle("int4", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "int4", data=A_ptr)
        C = T.decl_buffer((1024,), "int4", data=C_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        C[tx * 8:tx * 8 + 8] = A[tx * 8:tx * 8 + 8]
