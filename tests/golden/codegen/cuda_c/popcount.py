# check: codegen cuda
# Bits are counted in unsigned and signed words.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("uint32", "global"), I_ptr: T.handle("int32", "global"), L_ptr: T.handle("int64", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "uint32", data=A_ptr)
        I = T.decl_buffer((1024,), "int32", data=I_ptr)
        L = T.decl_buffer((1024,), "int64", data=L_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        A[tx] = T.popcount(A[tx])
        I[tx] = T.popcount(I[tx])
        L[tx] = T.popcount(L[tx])
