# check: pass LowerDeviceKernelLaunch
# mode: sound
# The launch passes the axis that the helper opens and the bytes that it allocates, in terms of the call.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def helper(Y: T.handle("float32", "global"), count: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        y = T.decl_buffer((64,), data=Y)
        with T.launch_thread("clusterCtaIdx.x", 2) as rank:
            t = T.alloc_buffer((count,), scope="shared.dyn")
            t[0] = y[rank]
            y[rank] = t[0]

    @T.prim_func(private=True, s_tir=True)
    def main_kernel(Y_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 32)
        Before.helper(Y_ptr, n * 2)

    @T.prim_func(s_tir=True)
    def main(Y: T.Buffer((64,), "float32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.main_kernel(Y.data, n)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def helper(Y: T.handle("float32", "global"), count: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        y = T.decl_buffer((64,), data=Y)
        with T.launch_thread("clusterCtaIdx.x", 2) as rank:
            t = T.alloc_buffer((count,), scope="shared.dyn")
            t[0] = y[rank]
            y[rank] = t[0]

    @T.prim_func(s_tir=True)
    def main_kernel(Y_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x", "clusterCtaIdx.x", "tirx.use_dyn_shared_memory"]})
        tx = T.launch_thread("threadIdx.x", 32)
        Expected.helper(Y_ptr, n * 2)

    @T.prim_func(s_tir=True)
    def main(Y: T.Buffer((64,), "float32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("main_kernel", Y.data, n, 32, 2, n * 2 * 4)
