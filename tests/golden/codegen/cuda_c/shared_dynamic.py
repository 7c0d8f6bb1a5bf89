# check: codegen cuda
# Two buffers of different types over the merged bytes.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((192,), "uint8", scope="shared.dyn")
        F = T.decl_buffer((32,), "float32", data=buf_dyn_shmem.data, scope="shared.dyn")
        H = T.decl_buffer((32,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
        F[tx] = A[tx]
        H[tx + 64] = T.Cast("float16", A[tx])
        T.tvm_storage_sync("shared.dyn")
        A[tx] = F[31 - tx] + T.Cast("float32", H[tx + 64])
