# check: pass LowerIntrin
# A condition that holds says that something is not negative; in the other branch its opposite holds.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        if n >= 0 and m > 0:
            A[0] = n // m
        else:
            A[0] = 0
        A[1] = T.Select(n < 0, 0, n % 7)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        if n >= 0 and m > 0:
            A[0] = T.Div(n, m)
        else:
            A[0] = 0
        A[1] = T.Select(n < 0, 0, T.truncmod(n, 7))
