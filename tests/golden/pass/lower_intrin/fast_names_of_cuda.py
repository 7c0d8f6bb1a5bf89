# check: pass LowerIntrin
# config: tirx.enable_fast_math
# Functions with a fast form take it, in float32 only.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16"), D: T.Buffer((16,), "float64")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A[0] = T.exp(A[1])
        B[0] = T.exp(B[1])
        A[2] = T.tan(A[3])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16"), D: T.Buffer((16,), "float64")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A[0] = T.call_pure_extern("float32", "__expf", A[1])
        B[0] = T.call_pure_extern("float16", "hexp", B[1])
        A[2] = T.call_pure_extern("float32", "tanf", A[3])
