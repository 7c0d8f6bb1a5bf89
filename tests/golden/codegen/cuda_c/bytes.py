# check: codegen cuda
# Four bytes are one word: copied as one, computed lane by lane, broadcast as one.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("int8", "global"), B_ptr: T.handle("int8", "global"), C_ptr: T.handle("int8", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "int8", data=A_ptr)
        B = T.decl_buffer((1024,), "int8", data=B_ptr)
        C = T.decl_buffer((1024,), "int8", data=C_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        C[tx * 4:tx * 4 + 4] = A[tx * 4:tx * 4 + 4]
        C[tx * 4:tx * 4 + 4] = A[tx * 4:tx * 4 + 4] + B[tx * 4:tx * 4 + 4]
        C[tx * 4:tx * 4 + 4] = T.Broadcast(T.int8(1), 4)
        C[tx * 16:tx * 16 + 16] = T.Broadcast(T.int8(-1), 16)
        C[tx * 4:tx * 4 + 4] = T.Broadcast(A[tx], 4)
