# check: pass LowerTVMBuiltin
# expect: unchanged
# Only the host calls packed functions.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("f", n)
