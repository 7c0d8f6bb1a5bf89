# check: pass BF16ComputeLegalize
# expect: unchanged
# report:
#   note: nothing to do: the target computes with bfloat16

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_80", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        A[0] = A[1] + A[2]
