# check: pass BindTarget
# A private function belongs to the side it is called from, and to the device if no function calls it.
# report:
#   note: on_device is private and called inside a launch of main: target cuda
#   note: on_host is private and called only on the host by main: target llvm
#   note: unused is private and called by no exported function: target cuda
#   note: main is exported: target cuda with host llvm

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def on_device(a: T.int32) -> T.int32:
        return a + 1

    @T.prim_func(private=True, s_tir=True)
    def on_host(a: T.int32) -> T.int32:
        return a + 2

    @T.prim_func(private=True, s_tir=True)
    def unused(a: T.int32) -> T.int32:
        return a + 3

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), n: T.int32):
        m: T.let[T.int32] = Before.on_host(n)
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            X[tx] = Before.on_device(tx + m)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def on_device(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return a + 1

    @T.prim_func(private=True, s_tir=True)
    def on_host(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return a + 2

    @T.prim_func(private=True, s_tir=True)
    def unused(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return a + 3

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        m: T.let[T.int32] = Expected.on_host(n)
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            X[tx] = Expected.on_device(tx + m)
