# check: pass LowerIntrin
# The sign of the remainder corrects the result: a shift in 32 and 64 bits, else a choice.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), S: T.Buffer((64,), "int16"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A[0] = n // 3
        A[1] = n % 3
        S[0] = S[1] // T.int16(3)
        S[1] = S[2] % T.int16(3)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), S: T.Buffer((64,), "int16"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A[0] = T.Div(n, 3) + T.shift_right(T.truncmod(n, 3), 31)
        A[1] = T.truncmod(n, 3) + T.bitwise_and(3, T.shift_right(T.truncmod(n, 3), 31))
        S[0] = T.Select(T.truncmod(S[1], T.int16(3)) >= T.int16(0), T.Div(S[1], T.int16(3)), T.Div(S[1], T.int16(3)) - T.int16(1))
        S[1] = T.Select(T.truncmod(S[2], T.int16(3)) >= T.int16(0), T.truncmod(S[2], T.int16(3)), T.truncmod(S[2], T.int16(3)) + T.int16(3))
