# check: codegen cuda
# Lanes of float32 are added one by one; eight of them are spelled as wider integers.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        B = T.decl_buffer((1024,), "float32", data=B_ptr)
        C = T.decl_buffer((1024,), "float32", data=C_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        C[tx * 2:tx * 2 + 2] = A[tx * 2:tx * 2 + 2] + B[tx * 2:tx * 2 + 2]
        C[tx * 4:tx * 4 + 4] = A[tx * 4:tx * 4 + 4] + B[tx * 4:tx * 4 + 4]
        C[tx * 8:tx * 8 + 8] = A[tx * 8:tx * 8 + 8] + B[tx * 8:tx * 8 + 8]
