# check: pass LowerIntrin
# Whether a remainder is zero does not depend on rounding; a negative quotient loses against a constant.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        if n % 3 == 0:
            A[0] = 1
        if m >= 1:
            A[1] = T.max(n // m, 0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        if T.truncmod(n, 3) == 0:
            A[0] = 1
        if m >= 1:
            A[1] = T.max(T.Div(n, m), 0)
