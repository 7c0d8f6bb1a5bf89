# check: pass SplitHostDevice
# Two kernels, each with the variables it uses: handles first, then scalars by name.
# report:
#   note: this region becomes main_kernel with 4 parameters
#   note: main_kernel takes 'X_ptr': the region accesses buffer 'X' through this pointer, and the kernel declares the buffer again
#   note: main_kernel takes 'Y_ptr': the region accesses buffer 'Y' through this pointer, and the kernel declares the buffer again
#   note: main_kernel takes 'm': the region uses it, and it is defined outside
#   note: main_kernel takes 'n': the extent of a launch depends on it
#   note: this region becomes main_kernel_1 with 2 parameters
#   note: main_kernel_1 takes 'X_ptr': the region accesses buffer 'X' through this pointer, and the kernel declares the buffer again
#   note: main_kernel_1 takes 'm': the region uses it, and it is defined outside

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(Y: T.Buffer((32,), "int32"), X: T.Buffer((32,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        m: T.let[T.int32] = n + 1
        with T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0):
            tx = T.launch_thread("threadIdx.x", n)
            X[tx] = Y[tx] + m
        with T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0):
            tx = T.launch_thread("threadIdx.x", 32)
            X[tx] = X[tx] + m

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global"), Y_ptr: T.handle("int32", "global"), m: T.int32, n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        Y = T.decl_buffer((32,), "int32", data=Y_ptr)
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", n) as tx:
            X[tx] = Y[tx] + m

    @T.prim_func(private=True, s_tir=True)
    def main_kernel_1(X_ptr: T.handle("int32", "global"), m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = X[tx] + m

    @T.prim_func(s_tir=True)
    def main(Y: T.Buffer((32,), "int32"), X: T.Buffer((32,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        m: T.let[T.int32] = n + 1
        Expected.main_kernel(X.data, Y.data, m, n)
        Expected.main_kernel_1(X.data, m)
