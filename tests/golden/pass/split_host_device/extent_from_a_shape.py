# check: pass SplitHostDevice
# A variable that only the extent of a launch and the shape of a buffer use is captured for the launch
# argument.
# text only: the signature of a kernel does not say that m is a size
# report:
#   note: this region becomes main_kernel with 2 parameters
#   note: main_kernel takes 'X_ptr': the region accesses buffer 'X' through this pointer, and the kernel declares the buffer again
#   note: main_kernel takes 'm': the extent of a launch depends on it

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(x: T.handle, n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        m = T.int32(is_size_var=True)
        X = T.match_buffer(x, (m,))
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
        tx = T.launch_thread("threadIdx.x", m)
        X[tx] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("float32", "global"), m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        X = T.decl_buffer((m,), data=X_ptr)
        with T.launch_thread("threadIdx.x", m) as tx:
            X[tx] = T.float32(1.0)

    @T.prim_func(s_tir=True)
    def main(x: T.handle, n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        m = T.int32(is_size_var=True)
        X = T.match_buffer(x, (m,))
        Expected.main_kernel(X.data, m)
