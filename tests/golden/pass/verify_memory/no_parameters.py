# check: pass VerifyMemory
# TVM reads the first parameter of every function that accesses memory; the sound mode does not.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main():
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        count = T.alloc_buffer((1,), "int32")
        count[0] = 32  # error: the function has no parameter that the memory could come from
