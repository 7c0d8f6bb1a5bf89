# check: pass LowerDeviceKernelLaunch
# Each call becomes a launch with the axes and bytes of its own kernel.
# report:
#   note: main calls first: host to device, so it is a launch that also passes blockIdx.x, threadIdx.x, dynamic shared bytes
#   note: main calls second: host to device, so it is a launch that also passes threadIdx.x

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def first(X_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.decl_buffer((64,), data=X_ptr)
        with T.launch_thread("blockIdx.x", 2) as bx:
            tx = T.launch_thread("threadIdx.x", 32)
            S = T.alloc_buffer((32,), scope="shared.dyn")
            S[tx] = X[bx * 32 + tx]
            X[bx * 32 + tx] = S[tx]

    @T.prim_func(private=True, s_tir=True)
    def second(X_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.decl_buffer((64,), data=X_ptr)
        with T.launch_thread("threadIdx.x", 64) as tx:
            X[tx] = T.float32(0.0)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.first(X.data)
        Before.second(X.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def first(X_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x", "tirx.use_dyn_shared_memory"]})
        X = T.decl_buffer((64,), data=X_ptr)
        with T.launch_thread("blockIdx.x", 2) as bx:
            tx = T.launch_thread("threadIdx.x", 32)
            S = T.alloc_buffer((32,), scope="shared.dyn")
            S[tx] = X[bx * 32 + tx]
            X[bx * 32 + tx] = S[tx]

    @T.prim_func(s_tir=True)
    def second(X_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"]})
        X = T.decl_buffer((64,), data=X_ptr)
        with T.launch_thread("threadIdx.x", 64) as tx:
            X[tx] = T.float32(0.0)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("first", X.data, 2, 32, 128)
        T.call_packed("second", X.data, 64)
