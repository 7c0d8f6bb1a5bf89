# check: pass SplitHostDevice
# defect: defect-narrow-parameter
# defect: defect-narrow-parameter
# Scalars become parameters of their own type, also where no launch can pass it.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def inner(X: T.handle("float32", "global"), scale: T.float16, small: T.uint8, count: T.int64):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        x = T.decl_buffer((32,), data=X)
        with T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0):
            tx = T.launch_thread("threadIdx.x", 32)
            x[tx] = T.Cast("float32", scale) + T.Cast("float32", small) + T.Cast("float32", count)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def inner(X: T.handle("float32", "global"), scale: T.float16, small: T.uint8, count: T.int64):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        x = T.decl_buffer((32,), data=X)
        Expected.inner_kernel(X, count, scale, small)

    @T.prim_func(private=True, s_tir=True)
    def inner_kernel(X: T.handle("float32", "global"), count: T.int64, scale: T.float16, small: T.uint8):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        x = T.decl_buffer((32,), data=X)
        with T.launch_thread("threadIdx.x", 32) as tx:
            x[tx] = T.Cast("float32", scale) + T.Cast("float32", small) + T.Cast("float32", count)
