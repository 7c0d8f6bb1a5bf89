# check: pass LowerWarpMemory
# expect: unchanged
# Shared and local memory stay.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        bx = T.launch_thread("blockIdx.x", 2)
        S = T.alloc_shared((32,))
        with T.launch_thread("threadIdx.x", 32) as tx:
            S[tx] = A[tx]
            B[tx] = S[31 - tx]
