# check: pass BindTarget
# mode: sound
# The calls of a caller outside of launches go to the copy, also if it comes first in the module; the host helper's too.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def front(X: T.Buffer((32,), "int32"), n: T.int32):
        m: T.let[T.int32] = Before.helper(n) + Before.on_host(n)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = Before.helper(tx + m)

    @T.prim_func(private=True, s_tir=True)
    def helper(a: T.int32) -> T.int32:
        return a + 1

    @T.prim_func(private=True, s_tir=True)
    def on_host(a: T.int32) -> T.int32:
        return Before.helper(a) + 2

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def front(X: T.Buffer((32,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        m: T.let[T.int32] = Expected.helper_host(n) + Expected.on_host(n)
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

    @T.prim_func(private=True, s_tir=True)
    def on_host(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return Expected.helper_host(a) + 2
