# check: pass LowerDeviceKernelLaunch
# An extent that the kernel loads is loaded by the host, from the buffer that it passes.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(N_ptr: T.handle("int32", "global"), X_ptr: T.handle("int32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        N = T.decl_buffer((2,), "int32", data=N_ptr)
        with T.launch_thread("threadIdx.x", N[1]) as tx:
            X[tx] = tx

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), N: T.Buffer((2,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.main_kernel(N.data, X.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main_kernel(N_ptr: T.handle("int32", "global"), X_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"]})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        N = T.decl_buffer((2,), "int32", data=N_ptr)
        with T.launch_thread("threadIdx.x", N[1]) as tx:
            X[tx] = tx

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), N: T.Buffer((2,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        N_1 = T.Buffer((2,), "int32", data=N.data)
        T.call_packed("main_kernel", N.data, X.data, N_1[1])
