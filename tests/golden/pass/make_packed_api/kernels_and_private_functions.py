# check: pass MakePackedAPI
# expect: unchanged
# report:
#   note: helper stays as it is: it is private, so only this module calls it
#   note: kernel stays as it is: it is a kernel, and launches have a convention of their own
#   note: other stays as it is: its target llvm has no host

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def helper(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        X[0] = 1

    @T.prim_func(s_tir=True)
    def kernel(X_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.kernel_launch_params": ["threadIdx.x"]})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = tx

    @T.prim_func(s_tir=True)
    def other(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        X[0] = 1
