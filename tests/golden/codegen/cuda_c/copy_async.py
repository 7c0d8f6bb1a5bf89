# check: codegen cuda
# Asynchronous copies of 4, 8 and 16 bytes; offsets count elements of each pointer.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_buffer((256,), "float32", scope="shared")
        T.ptx.cp_async("float32", S.data, tx, A_ptr, tx, 4)
        T.ptx.cp_async("float32", S.data, tx * 2, A_ptr, tx * 2, 8)
        T.ptx.cp_async("float32", S.data, tx * 4, A_ptr, tx * 4, 16)
        T.ptx.cp_async("float32", S.data, tx * 4, A_ptr, tx * 4, 16, tx < 16)
        T.ptx.cp_async.commit_group()
        T.ptx.cp_async.wait_group(0)
        A[tx] = S[tx]
