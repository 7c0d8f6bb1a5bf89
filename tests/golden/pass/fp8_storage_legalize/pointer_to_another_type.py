# check: pass FP8StorageLegalize

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(P: T.handle("uint8", "global")):  # error: buffer 'A' of type float8_e4m3fn is on 'P', which points to another type
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e4m3fn", data=P)
        A[0] = A[1]
