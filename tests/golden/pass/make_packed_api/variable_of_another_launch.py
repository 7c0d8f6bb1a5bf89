# check: pass MakePackedAPI
# ill-formed before: the host passes a variable without a value, as merging once per function leaves it

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main_kernel(X_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.kernel_launch_params": ["threadIdx.x", "tirx.use_dyn_shared_memory"]})
        X = T.decl_buffer((32,), data=X_ptr)
        buf_dyn_shmem = T.handle("uint8", "shared.dyn")
        A = T.decl_buffer((32,), data=buf_dyn_shmem, scope="shared.dyn")
        with T.launch_thread("threadIdx.x", 32) as tx:
            buf_dyn_shmem_1 = T.alloc_buffer((256,), "uint8", data=buf_dyn_shmem, scope="shared.dyn")
            A[tx] = X[tx]

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("main_kernel", X.data, 32, 256)
        buf_dyn_shmem = T.handle("uint8", "shared.dyn")
        T.call_packed("main_kernel_1", X.data, buf_dyn_shmem, 32)  # error: 'main' uses 'buf_dyn_shmem', which is neither among its parameters nor defined in it; 'main_kernel' allocates 'buf_dyn_shmem' for itself
