# check: pass BindTarget
# add_host exists already, so the copy takes the next free name.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def add(a: T.int32, b: T.int32) -> T.int32:
        return a + b

    @T.prim_func(private=True, s_tir=True)
    def add_host(a: T.int32) -> T.int32:
        return a

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), n: T.int32):
        m: T.let[T.int32] = Before.add(n, 32)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = Before.add(tx, m)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def add(a: T.int32, b: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return a + b

    @T.prim_func(private=True, s_tir=True)
    def add_host(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return a

    @T.prim_func(private=True, s_tir=True)
    def add_host_1(a: T.int32, b: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return a + b

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        m: T.let[T.int32] = Expected.add_host_1(n, 32)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = Expected.add(tx, m)
