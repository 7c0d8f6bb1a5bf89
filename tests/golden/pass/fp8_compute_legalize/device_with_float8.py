# check: pass FP8ComputeLegalize
# expect: unchanged
# report:
#   note: nothing to do: the target computes with float8

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e5m2", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e5m2", data=A_ptr)
        A[0] = A[1] + A[2]
