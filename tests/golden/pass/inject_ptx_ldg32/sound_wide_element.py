# check: pass InjectPTXLDG32
# mode: sound
# expect: unchanged
# The instruction loads 32 bits.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float64"), C: T.Buffer((4,), "float64")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        C[0] = T.if_then_else(A[1] > T.float64(0.0), A[0], T.float64(0.0))
