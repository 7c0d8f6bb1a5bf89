# check: pass BindTarget
# mode: sound
# Only helpers call `inner`, but one of them runs on both sides, so `inner` is copied as well. TVM looks at the
# calls of exported functions alone and leaves `outer_host` with the device version.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def inner(n: T.int32) -> T.int32:
        return n + 1

    @T.prim_func(private=True, s_tir=True)
    def outer(n: T.int32) -> T.int32:
        return Before.inner(n) * 2

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        L: T.let[T.int32] = Before.outer(3)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = Before.outer(tx) + L

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def inner(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return n + 1

    @T.prim_func(private=True, s_tir=True)
    def inner_host(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return n + 1

    @T.prim_func(private=True, s_tir=True)
    def outer(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return Expected.inner(n) * 2

    @T.prim_func(private=True, s_tir=True)
    def outer_host(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return Expected.inner_host(n) * 2

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        L: T.let[T.int32] = Expected.outer_host(3)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = Expected.outer(tx) + L
