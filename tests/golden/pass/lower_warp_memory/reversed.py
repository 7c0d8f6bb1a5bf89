# check: pass LowerWarpMemory
# Every thread keeps its own element and reads the mirrored one with a shuffle.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        bx = T.launch_thread("blockIdx.x", 2)
        W = T.alloc_buffer((32,), scope="warp")
        with T.launch_thread("threadIdx.x", 32) as tx:
            W[tx] = A[bx * 32 + tx]
            B[bx * 32 + tx] = W[31 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        bx = T.launch_thread("blockIdx.x", 2)
        W = T.alloc_local((1,))
        with T.launch_thread("threadIdx.x", 32) as tx:
            W_1 = T.Buffer((32,), data=W.data, scope="local")
            W_1[0] = A[bx * 32 + tx]
            B[bx * 32 + tx] = T.tvm_warp_shuffle(T.tvm_warp_activemask(), W_1[0], 31 - tx, 32, 32)
