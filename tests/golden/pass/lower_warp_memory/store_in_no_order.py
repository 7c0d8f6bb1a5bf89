# check: pass LowerWarpMemory
# Whose element is whose must follow from the index.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        bx = T.launch_thread("blockIdx.x", 2)
        W = T.alloc_buffer((32,), scope="warp")
        with T.launch_thread("threadIdx.x", 32) as tx:
            W[31 - tx] = A[tx]  # error: a thread stores in 'W' where threadIdx.x, times a positive constant, is not a term of the index
