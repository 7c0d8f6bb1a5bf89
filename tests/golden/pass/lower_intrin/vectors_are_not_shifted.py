# check: pass LowerIntrin
# Only a scalar is divided by a power of two with a shift.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        B[0:4] = A[0:4] // T.Broadcast(4, 4)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        B[0:4] = T.Select(T.truncmod(A[0:4], T.Broadcast(4, 4)) >= T.Broadcast(0, 4), T.Div(A[0:4], T.Broadcast(4, 4)), T.Div(A[0:4], T.Broadcast(4, 4)) - T.Broadcast(1, 4))
