# check: pass Filter("host")
# A helper without a target counts as host code.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def helper(n: T.int32) -> T.int32:
        return n

    @T.prim_func(s_tir=True)
    def main_kernel(A: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.evaluate(0)

    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        T.evaluate(n)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def helper(n: T.int32) -> T.int32:
        return n

    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        T.evaluate(n)
