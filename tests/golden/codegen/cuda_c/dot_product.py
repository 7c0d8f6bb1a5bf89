# check: codegen cuda
# Four products of bytes and their sum, signed and not.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("int8", "global"), U_ptr: T.handle("uint8", "global"), I_ptr: T.handle("int32", "global"), J_ptr: T.handle("uint32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "int8", data=A_ptr)
        U = T.decl_buffer((1024,), "uint8", data=U_ptr)
        I = T.decl_buffer((1024,), "int32", data=I_ptr)
        J = T.decl_buffer((1024,), "uint32", data=J_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        I[tx] = T.dp4a("int32", A[tx * 4:tx * 4 + 4], A[tx * 4:tx * 4 + 4], I[tx])
        J[tx] = T.dp4a("uint32", U[tx * 4:tx * 4 + 4], U[tx * 4:tx * 4 + 4], J[tx])
