# check: pass LowerDeviceKernelLaunch
# Each caller passes its own extent.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def first(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.kernel(X.data, 16)

    @T.prim_func(private=True, s_tir=True)
    def kernel(X_ptr: T.handle("int32", "global"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", n) as tx:
            X[tx] = tx

    @T.prim_func(s_tir=True)
    def second(X: T.Buffer((32,), "int32"), m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.kernel(X.data, m * 2)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def first(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("kernel", X.data, 16, 16)

    @T.prim_func(s_tir=True)
    def kernel(X_ptr: T.handle("int32", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"]})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", n) as tx:
            X[tx] = tx

    @T.prim_func(s_tir=True)
    def second(X: T.Buffer((32,), "int32"), m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("kernel", X.data, m * 2, m * 2)
