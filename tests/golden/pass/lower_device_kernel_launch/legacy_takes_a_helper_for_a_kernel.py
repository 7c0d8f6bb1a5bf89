# check: pass LowerDeviceKernelLaunch(mode="legacy")
# Without the host of the caller, the host helper looks like a function on another device.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def add_host(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return a + 1

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X[0] = Before.add_host(1) # error: 'main' launches 'add_host', but a kernel can return nothing but 0
