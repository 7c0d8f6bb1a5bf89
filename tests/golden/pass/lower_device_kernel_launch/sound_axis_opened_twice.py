# check: pass LowerDeviceKernelLaunch
# mode: sound
# The axis counts once, and vector elements with all their lanes.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.decl_buffer((32,), data=X_ptr)
        with T.launch_thread("blockIdx.x", 4) as bx:
            A = T.alloc_buffer((8,), "float32x4", scope="shared.dyn")
            with T.launch_thread("threadIdx.x", 8) as tx:
                A[tx] = T.Broadcast(X[bx * 8 + tx], 4)
            with T.launch_thread("threadIdx.x", 8) as tx:
                X[bx * 8 + tx] = T.Shuffle([A[7 - tx]], [0])

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.main_kernel(X.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main_kernel(X_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x", "tirx.use_dyn_shared_memory"]})
        X = T.decl_buffer((32,), data=X_ptr)
        with T.launch_thread("blockIdx.x", 4) as bx:
            A = T.alloc_buffer((8,), "float32x4", scope="shared.dyn")
            with T.launch_thread("threadIdx.x", 8) as tx:
                A[tx] = T.Broadcast(X[bx * 8 + tx], 4)
            with T.launch_thread("threadIdx.x", 8) as tx:
                X[bx * 8 + tx] = T.Shuffle([A[7 - tx]], [0])

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("main_kernel", X.data, 4, 8, 128)
