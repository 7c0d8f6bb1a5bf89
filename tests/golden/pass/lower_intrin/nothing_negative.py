# check: pass LowerIntrin
# Thread and loop variables are not negative: rounding down and towards zero are the same.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        bx = T.launch_thread("blockIdx.x", n)
        tx = T.launch_thread("threadIdx.x", 32)
        for i in range(3):
            A[(bx * 32 + tx) // 3] = (tx * 3 + i) % 5

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        bx = T.launch_thread("blockIdx.x", n)
        tx = T.launch_thread("threadIdx.x", 32)
        for i in range(3):
            A[T.Div(bx * 32 + tx, 3)] = T.truncmod(tx * 3 + i, 5)
