# check: pass BindTarget
# Every exported function gets the whole target.
# report:
#   note: first is exported: target cuda with host llvm
#   note: second is exported: target cuda with host llvm

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def first(X: T.Buffer((32,), "int32")):
        X[0] = 1

    @T.prim_func(s_tir=True)
    def second(X: T.Buffer((32,), "int32")):
        X[0] = 2

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def first(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X[0] = 1

    @T.prim_func(s_tir=True)
    def second(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X[0] = 2
