# check: codegen cuda
# Indices of 64 bits, and literals that need a suffix.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("int64", "global"), U_ptr: T.handle("uint64", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "int64", data=A_ptr)
        U = T.decl_buffer((1024,), "uint64", data=U_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        A[tx] = A[T.Cast("int64", tx) * T.int64(8)] + T.int64(-9223372036854775808)
        U[tx] = T.uint64(18446744073709551615)
        A[tx] = T.Cast("int64", T.int32(-2147483648))
