# check: pass LowerDeviceKernelLaunch
# defect: defect-vector-lanes
# One lane of four is counted: 128 bytes for what takes 512.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("float32x4", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.decl_buffer((32,), "float32x4", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            S = T.alloc_buffer((32,), "float32x4", scope="shared.dyn")
            S[tx] = X[tx]
            X[tx] = S[tx]

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "float32x4")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.main_kernel(X.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main_kernel(X_ptr: T.handle("float32x4", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x", "tirx.use_dyn_shared_memory"]})
        X = T.decl_buffer((32,), "float32x4", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            S = T.alloc_buffer((32,), "float32x4", scope="shared.dyn")
            S[tx] = X[tx]
            X[tx] = S[tx]

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "float32x4")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("main_kernel", X.data, 32, 128)
