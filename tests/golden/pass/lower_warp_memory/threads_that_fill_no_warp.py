# check: pass LowerWarpMemory
# A shuffle works within powers of two.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        bx = T.launch_thread("blockIdx.x", 2)
        W = T.alloc_buffer((24,), scope="warp")  # error: 'W' is shared by a warp: the extent of threadIdx.x must divide 32, the size of a warp
        with T.launch_thread("threadIdx.x", 24) as tx:
            W[tx] = A[tx]
