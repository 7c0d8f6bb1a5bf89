# check: pass LowerDeviceKernelLaunch
# ill-formed before: the call passes one argument too many

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = tx

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.main_kernel(X.data, 1) # error: no pass can read the module before: 'main_kernel' takes 1 argument, but it gets 2
