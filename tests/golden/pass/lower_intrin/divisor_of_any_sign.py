# check: pass LowerIntrin
# Nothing is known: the code tests both signs.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A[0] = n // m
        A[1] = n % m
        A[2] = n // -3

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        rmod = T.int32()
        rdiv = T.int32()
        A[0] = T.Let(T.Let(T.Select(m >= 0 and rmod >= 0 or m < 0 and rmod <= 0, rdiv, rdiv - 1), where={rdiv: T.Div(n, m)}), where={rmod: T.truncmod(n, m)})
        rmod_1 = T.int32()
        A[1] = T.Let(T.Select(m >= 0 and rmod_1 >= 0 or m < 0 and rmod_1 <= 0, rmod_1, rmod_1 + m), where={rmod_1: T.truncmod(n, m)})
        rmod_2 = T.int32()
        rdiv_1 = T.int32()
        A[2] = T.Let(T.Let(T.Select(rmod_2 <= 0, rdiv_1, rdiv_1 - 1), where={rdiv_1: T.Div(n, -3)}), where={rmod_2: T.truncmod(n, -3)})
