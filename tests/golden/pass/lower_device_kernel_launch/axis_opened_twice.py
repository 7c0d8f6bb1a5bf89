# check: pass LowerDeviceKernelLaunch
# defect: defect-repeated-axis
# Two axes of one tag add it twice, and the later extent wins for both, as in TVM.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.decl_buffer((32,), data=X_ptr)
        with T.launch_thread("blockIdx.x", 2) as bx:
            with T.launch_thread("threadIdx.x", 8) as tx:
                X[bx * 8 + tx] = T.float32(1.0)
            with T.launch_thread("threadIdx.x", 16) as tx:
                X[bx * 16 + tx] = T.float32(2.0)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.main_kernel(X.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main_kernel(X_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x", "threadIdx.x"]})
        X = T.decl_buffer((32,), data=X_ptr)
        with T.launch_thread("blockIdx.x", 2) as bx:
            with T.launch_thread("threadIdx.x", 8) as tx:
                X[bx * 8 + tx] = T.float32(1.0)
            with T.launch_thread("threadIdx.x", 16) as tx:
                X[bx * 16 + tx] = T.float32(2.0)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("main_kernel", X.data, 2, 16, 16)
