# check: pass SplitHostDevice
# A variable that occurs only in an expression of a shape belongs to the host function, and the kernel gets its own.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(x: T.handle):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        n = T.int32()
        X = T.match_buffer(x, (n * 4,))
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
        tx = T.launch_thread("threadIdx.x", n)
        X[tx] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        X = T.decl_buffer((n * 4,), data=X_ptr)
        with T.launch_thread("threadIdx.x", n) as tx:
            X[tx] = T.float32(1.0)

    @T.prim_func(s_tir=True)
    def main(x: T.handle):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        n = T.int32()
        X = T.match_buffer(x, (n * 4,))
        Expected.main_kernel(X.data, n)
