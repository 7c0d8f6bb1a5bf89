# check: pass FP8StorageLegalize

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float8_e4m3fn")):  # error: buffer 'A' is a parameter; MakePackedAPI takes buffers out of signatures
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A[0] = A[1]
