# check: pass LowerDeviceKernelLaunch(mode="legacy")
# In the old order host and kernel have one target by now: a plain call, which returns the code.
# expect: unchanged
# report:
#   note: main calls main_kernel: both targets are equal without their hosts, so the call stays a plain call and the kernel is never launched

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global")) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}), "tirx.is_global_func": True})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = tx
        return 0

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        code: T.let[T.int32] = Before.main_kernel(X.data)
        assert code == 0, ("RuntimeError", ["the kernel failed"])
