# check: pass BF16ComputeLegalize

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        A.vstore([T.Ramp(0, 1, 4)], A[4:8] + A[8:12], predicate=T.Broadcast(T.bool(True), 4))  # error: a store with a predicate cannot change its type
