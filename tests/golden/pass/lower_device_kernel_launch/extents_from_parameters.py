# check: pass LowerDeviceKernelLaunch
# Extents in terms of the kernel's parameters and bindings become terms of the arguments.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global"), p: T.int32, q: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        k: T.let[T.int32] = p + q
        with T.launch_thread("blockIdx.x", p) as bx:
            tx = T.launch_thread("threadIdx.x", k)
            X[tx] = bx

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.main_kernel(X.data, n + 3, n)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global"), p: T.int32, q: T.int32):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"]})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        k: T.let[T.int32] = p + q
        with T.launch_thread("blockIdx.x", p) as bx:
            tx = T.launch_thread("threadIdx.x", k)
            X[tx] = bx

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("main_kernel", X.data, n + 3, n, n + 3, n + 3 + n)
