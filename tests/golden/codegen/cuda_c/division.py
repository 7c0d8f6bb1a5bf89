# check: codegen cuda
# Division that rounds down, for signed and unsigned operands, before LowerIntrin.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("int32", "global"), U_ptr: T.handle("uint32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "int32", data=A_ptr)
        U = T.decl_buffer((1024,), "uint32", data=U_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        A[tx] = A[tx] // A[tx + 1]
        A[tx] = A[tx] % A[tx + 1]
        A[tx] = T.truncdiv(A[tx], 3) + T.truncmod(A[tx], 3)
        U[tx] = U[tx] // U[tx + 1] + U[tx] % U[tx + 1]
