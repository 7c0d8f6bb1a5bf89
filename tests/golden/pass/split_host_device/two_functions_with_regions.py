# check: pass SplitHostDevice
# Each function has kernels under its own name; all kernels come after the functions.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def first(X: T.Buffer((32,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
        tx = T.launch_thread("threadIdx.x", 32)
        X[tx] = T.float32(1.0)

    @T.prim_func(s_tir=True)
    def second(X: T.Buffer((32,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
        tx = T.launch_thread("threadIdx.x", 32)
        X[tx] = T.float32(2.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def first(X: T.Buffer((32,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Expected.first_kernel(X.data)

    @T.prim_func(private=True, s_tir=True)
    def first_kernel(X_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        X = T.decl_buffer((32,), data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = T.float32(1.0)

    @T.prim_func(s_tir=True)
    def second(X: T.Buffer((32,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Expected.second_kernel(X.data)

    @T.prim_func(private=True, s_tir=True)
    def second_kernel(X_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        X = T.decl_buffer((32,), data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = T.float32(2.0)
