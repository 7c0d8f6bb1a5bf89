# check: pass LowerDeviceKernelLaunch
# defect: defect-erased-return
# As in TVM. A return without statements after it does no harm.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            for i in range(3):
                if X[tx] == i:
                    return 0
                X[tx] = X[tx] + 1
            if X[tx] == 7:
                return 0
            else:
                X[tx] = 0

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.main_kernel(X.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"]})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            for i in range(3):
                if X[tx] == i:
                    T.evaluate(0)
                X[tx] = X[tx] + 1
            if X[tx] == 7:
                T.evaluate(0)
            else:
                X[tx] = 0

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("main_kernel", X.data, 32)
