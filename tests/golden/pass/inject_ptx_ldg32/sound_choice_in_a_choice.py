# check: pass InjectPTXLDG32
# mode: sound
# expect: unchanged
# The other value is left where it is evaluated only if it is needed.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 64)
        C[tx] = T.if_then_else(tx < 9, A[tx], T.if_then_else(20 < tx, A[tx - 20], T.float32(1.0)))
