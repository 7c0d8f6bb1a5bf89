# check: codegen cuda
# Into merged bytes: the pass that merged has multiplied the offset.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        S = T.decl_buffer((128,), "float32", data=buf_dyn_shmem.data, scope="shared.dyn")
        T.ptx.cp_async("float32", buf_dyn_shmem.data, tx * 16, A_ptr, tx * 4, 16)
        T.ptx.cp_async.commit_group()
        T.ptx.cp_async.wait_group(1)
        A[tx] = S[tx]
