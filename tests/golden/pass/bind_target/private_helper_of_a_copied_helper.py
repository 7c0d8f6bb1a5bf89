# check: pass BindTarget
# The copy for the host is not rewritten: it goes on calling the device version of what was copied with
# it.
# report:
#   note: inner is private and called on the host by main and inside a launch of main: it stays for cuda, and inner_host is its copy for llvm
#   note: outer is private and called on the host by main and inside a launch of main: it stays for cuda, and outer_host is its copy for llvm
#   note: main is exported: target cuda with host llvm
#   error: host function 'outer_host' calls 'inner', which is compiled for cuda alone: the host can only launch it, and a launch returns no value

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def inner(a: T.int32) -> T.int32:
        return a + 1

    @T.prim_func(private=True, s_tir=True)
    def outer(a: T.int32) -> T.int32:
        return Before.inner(a) * 2

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), n: T.int32):
        m: T.let[T.int32] = Before.outer(n) + Before.inner(n)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = Before.outer(tx) + Before.inner(m)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def inner(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return a + 1

    @T.prim_func(private=True, s_tir=True)
    def inner_host(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return a + 1

    @T.prim_func(private=True, s_tir=True)
    def outer(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return Expected.inner(a) * 2

    @T.prim_func(private=True, s_tir=True)
    def outer_host(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return Expected.inner(a) * 2

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        m: T.let[T.int32] = Expected.outer_host(n) + Expected.inner_host(n)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = Expected.outer(tx) + Expected.inner(m)
