# check: pass BindTarget
# Only the calls in exported functions count: inner is not found and goes to the device.
# report:
#   note: inner is private and called by no exported function: target cuda
#   note: outer is private and called only on the host by main: target llvm
#   note: main is exported: target cuda with host llvm
#   error: host function 'outer' calls 'inner', which is compiled for cuda alone: the host can only launch it, and a launch returns no value

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def inner(a: T.int32) -> T.int32:
        return a + 1

    @T.prim_func(private=True, s_tir=True)
    def outer(a: T.int32) -> T.int32:
        return Before.inner(a)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), n: T.int32):
        X[0] = Before.outer(n)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def inner(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return a + 1

    @T.prim_func(private=True, s_tir=True)
    def outer(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return Expected.inner(a)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X[0] = Expected.outer(n)
