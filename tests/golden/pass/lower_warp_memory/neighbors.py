# check: pass LowerWarpMemory
# Two neighbors per thread: the second of the next pair is in the second register of another thread.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        bx = T.launch_thread("blockIdx.x", 1)
        W = T.alloc_buffer((64,), scope="warp")
        with T.launch_thread("threadIdx.x", 32) as tx:
            for i in range(2):
                W[tx * 2 + i] = A[tx * 2 + i]
            B[tx] = W[63 - tx * 2]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        bx = T.launch_thread("blockIdx.x", 1)
        W = T.alloc_local((2,))
        with T.launch_thread("threadIdx.x", 32) as tx:
            W_1 = T.Buffer((64,), data=W.data, scope="local")
            for i in range(2):
                W_1[i] = A[tx * 2 + i]
            B[tx] = T.tvm_warp_shuffle(T.tvm_warp_activemask(), W_1[1], 31 - tx, 32, 32)
