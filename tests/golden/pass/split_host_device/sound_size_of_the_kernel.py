# check: pass SplitHostDevice
# mode: sound
# The extents of an allocation depend on the parameter of the kernel.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(x: T.handle):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        n = T.int32()
        X = T.match_buffer(x, (n,))
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
        tx = T.launch_thread("threadIdx.x", 32)
        own = T.alloc_local((n * 2,))
        own[0] = X[tx]
        X[tx] = own[0] + T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        X = T.decl_buffer((n,), data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            own = T.alloc_local((n * 2,))
            own[0] = X[tx]
            X[tx] = own[0] + T.float32(1.0)

    @T.prim_func(s_tir=True)
    def main(x: T.handle):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        n = T.int32()
        X = T.match_buffer(x, (n,))
        Expected.main_kernel(X.data, n)
