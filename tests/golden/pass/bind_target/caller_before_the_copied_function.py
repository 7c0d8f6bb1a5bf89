# check: pass BindTarget
# TVM rewrites a caller at its turn: the copy of a function that comes later is not known yet.
# report:
#   note: front is exported: target cuda with host llvm
#   note: helper is private and called on the host by front and inside a launch of front: it stays for cuda, and helper_host is its copy for llvm
#   note: front goes on calling a device version on the host: it comes before the function that was copied, and TVM rewrites calls only in functions that come later
#   error: host function 'front' calls 'helper', which is compiled for cuda alone: the host can only launch it, and a launch returns no value

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def front(X: T.Buffer((32,), "int32"), n: T.int32):
        m: T.let[T.int32] = Before.helper(n)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = Before.helper(tx + m)

    @T.prim_func(private=True, s_tir=True)
    def helper(a: T.int32) -> T.int32:
        return a + 1

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def front(X: T.Buffer((32,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        m: T.let[T.int32] = Expected.helper(n)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = Expected.helper(tx + m)

    @T.prim_func(private=True, s_tir=True)
    def helper(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return a + 1

    @T.prim_func(private=True, s_tir=True)
    def helper_host(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return a + 1
