# check: pass SplitHostDevice
# text only: n is free in both functions, and the text gives each its own
# n occurs only in the shape of X and is not a parameter: the kernel declares X over a variable it does not have.
# report:
#   note: this region becomes main_kernel with 1 parameter
#   note: main_kernel takes 'X_ptr': the region accesses buffer 'X' through this pointer, and the kernel declares the buffer again

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(x: T.handle):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        n = T.int32()
        X = T.match_buffer(x, (n,), "int32")
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
        tx = T.launch_thread("threadIdx.x", 32)
        X[tx] = tx

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        n = T.int32()
        X = T.decl_buffer((n,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = tx

    @T.prim_func(s_tir=True)
    def main(x: T.handle):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        n = T.int32()
        X = T.match_buffer(x, (n,), "int32")
        Expected.main_kernel(X.data)
