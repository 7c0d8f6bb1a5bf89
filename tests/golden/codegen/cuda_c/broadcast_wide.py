# check: codegen cuda
# Eight lanes of one value are packed in pairs.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global"), H_ptr: T.handle("float16", "global"), B_ptr: T.handle("bfloat16", "global"), S_ptr: T.handle("int16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        H = T.decl_buffer((1024,), "float16", data=H_ptr)
        B = T.decl_buffer((1024,), "bfloat16", data=B_ptr)
        S = T.decl_buffer((1024,), "int16", data=S_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        A[tx * 8:tx * 8 + 8] = T.Broadcast(A[tx], 8)
        H[tx * 8:tx * 8 + 8] = T.Broadcast(H[tx], 8)
        B[tx * 8:tx * 8 + 8] = T.Broadcast(B[tx], 8)
        S[tx * 8:tx * 8 + 8] = T.Broadcast(T.int16(-2), 8)
