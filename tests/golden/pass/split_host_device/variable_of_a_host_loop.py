# check: pass SplitHostDevice
# The variable of the loop around the launch becomes a scalar parameter.
# report:
#   note: this region becomes main_kernel with 2 parameters
#   note: main_kernel takes 'X_ptr': the region accesses buffer 'X' through this pointer, and the kernel declares the buffer again
#   note: main_kernel takes 'i': the region uses it, and it is defined outside

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        for i in range(4):
            T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
            tx = T.launch_thread("threadIdx.x", 32)
            X[i * 32 + tx] = i

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global"), i: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        X = T.decl_buffer((128,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[i * 32 + tx] = i

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        for i in range(4):
            Expected.main_kernel(X.data, i)
