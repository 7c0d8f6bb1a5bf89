# check: codegen cuda
# Memory of a thread, also of vectors.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        L = T.alloc_buffer((4,), "float32", scope="local")
        V = T.alloc_buffer((2,), "float32x4", scope="local")
        L[0] = A[tx]
        V[0] = A[tx * 4:tx * 4 + 4]
        V[1] = V[0] * T.Broadcast(L[0], 4)
        A[tx * 4:tx * 4 + 4] = V[1]
