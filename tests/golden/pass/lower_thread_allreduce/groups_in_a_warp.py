# check: pass LowerThreadAllreduce
# Each row of four threads reduces on its own; its result is that of the first thread of the row.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((8,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        ty = T.launch_thread("threadIdx.y", 8)
        tx = T.launch_thread("threadIdx.x", 4)
        r = T.alloc_local((1,))
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_thread_allreduce(T.uint32(1), A[ty * 4 + tx], T.bool(True), r[0], tx)
        if tx == 0:
            B[ty] = r[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((8,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        ty = T.launch_thread("threadIdx.y", 8)
        tx = T.launch_thread("threadIdx.x", 4)
        red_buf0 = T.alloc_local((1,))
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            t0 = T.alloc_local((1,))
            mask = T.alloc_local((1,), "uint32")
            red_buf0[0] = A[ty * 4 + tx]
            mask[0] = T.tvm_warp_activemask()
            t0[0] = T.tvm_warp_shuffle_down(mask[0], red_buf0[0], 2, 32, 32)
            red_buf0[0] = red_buf0[0] + t0[0]
            t0[0] = T.tvm_warp_shuffle_down(mask[0], red_buf0[0], 1, 32, 32)
            red_buf0[0] = red_buf0[0] + t0[0]
            red_buf0[0] = T.tvm_warp_shuffle(mask[0], red_buf0[0], 4 * ty, 32, 32)
        if tx == 0:
            B[ty] = red_buf0[0]
