# check: pass LowerDeviceKernelLaunch
# Two targets on the CPU: the helper is called by its name, and gets a symbol.
# report:
#   note: main calls helper: other target on the same kind of device, so it is called by its name

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def helper(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "c", "tag": ""})})
        return n + 1

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        X[0] = Before.helper(3)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def helper(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "c", "tag": ""}), "tirx.is_global_func": True})
        return n + 1

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        X[0] = T.call_extern("int32", "helper", 3)
