# check: pass BF16StorageLegalize
# Integers of the same bits cannot take the place of a value that is computed.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        v: T.let[T.bfloat16] = A[0]  # error: arithmetic in bfloat16 is left, which integers cannot take the place of
        A[1] = v
