# check: pass LowerIntrin
# A multiple of the divisor makes the dividend non-negative, where that cannot overflow.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        for i in range(8):
            A[i] = (i - 10) // 3
            A[i + 8] = (i - 10) % 3

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        for i in range(8):
            A[i] = T.Div(i - 10 + 12, 3) - 4
            A[i + 8] = T.truncmod(i - 10 + 12, 3)
