# check: pass LowerIntrin
# The name encodes the type: a suffix for float32, a prefix for float16. round is to even.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16"), D: T.Buffer((16,), "float64")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A[0] = T.exp(A[1])
        B[0] = T.exp(B[1])
        D[0] = T.exp(D[1])
        A[1] = T.round(A[2])
        B[1] = T.fabs(B[2])
        A[2] = T.tan(A[3])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16"), D: T.Buffer((16,), "float64")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A[0] = T.call_pure_extern("float32", "expf", A[1])
        B[0] = T.call_pure_extern("float16", "hexp", B[1])
        D[0] = T.call_pure_extern("float64", "exp", D[1])
        A[1] = T.call_pure_extern("float32", "nearbyintf", A[2])
        B[1] = T.call_pure_extern("float16", "__habs", B[2])
        A[2] = T.call_pure_extern("float32", "tanf", A[3])
