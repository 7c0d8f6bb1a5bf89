# check: pass LowerDeviceKernelLaunch
# A binding in terms of another one becomes a term of the parameters.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global"), m: T.int32, n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        k: T.let[T.int32] = m + n
        j: T.let[T.int32] = k * 2
        with T.launch_thread("threadIdx.x", j) as tx:
            A = T.alloc_buffer((k,), scope="shared.dyn")
            A[tx] = T.float32(0.0)
            X[tx] = tx

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.main_kernel(X.data, 3, 5)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global"), m: T.int32, n: T.int32):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x", "tirx.use_dyn_shared_memory"]})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        k: T.let[T.int32] = m + n
        j: T.let[T.int32] = k * 2
        with T.launch_thread("threadIdx.x", j) as tx:
            A = T.alloc_buffer((k,), scope="shared.dyn")
            A[tx] = T.float32(0.0)
            X[tx] = tx

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("main_kernel", X.data, 3, 5, T.Add(3, 5) * 2, T.Add(3, 5) * 4)
