# check: pass LowerThreadAllreduce
# All values are shuffled before they are combined.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32"), I_1: T.Buffer((1,), "int32"), M: T.Buffer((1,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 2)
        r0 = T.alloc_local((1,), "int32")
        r1 = T.alloc_local((1,))
        with T.attr(T.comm_reducer(lambda i, x, j, y: (T.Select(x >= y, i, j), T.Select(x >= y, x, y)), [-1, T.float32(-1.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_thread_allreduce(T.uint32(2), tx, A[tx], T.bool(True), r0[0], r1[0], tx)
        if tx == 0:
            I_1[0] = r0[0]
            M[0] = r1[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32"), I_1: T.Buffer((1,), "int32"), M: T.Buffer((1,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 2)
        red_buf0 = T.alloc_local((1,), "int32")
        red_buf1 = T.alloc_local((1,))
        with T.attr(T.comm_reducer(lambda i, x, j, y: (T.Select(x >= y, i, j), T.Select(x >= y, x, y)), [-1, T.float32(-1.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            t0 = T.alloc_local((1,), "int32")
            t1 = T.alloc_local((1,))
            mask = T.alloc_local((1,), "uint32")
            red_buf0[0] = tx
            red_buf1[0] = A[tx]
            mask[0] = T.tvm_warp_activemask()
            t0[0] = T.tvm_warp_shuffle_down(mask[0], red_buf0[0], 1, 32, 32)
            t1[0] = T.tvm_warp_shuffle_down(mask[0], red_buf1[0], 1, 32, 32)
            red_buf0[0] = T.Select(red_buf1[0] >= t1[0], red_buf0[0], t0[0])
            red_buf1[0] = T.Select(red_buf1[0] >= t1[0], red_buf1[0], t1[0])
            red_buf0[0] = T.tvm_warp_shuffle(mask[0], red_buf0[0], 0, 32, 32)
            red_buf1[0] = T.tvm_warp_shuffle(mask[0], red_buf1[0], 0, 32, 32)
        if tx == 0:
            I_1[0] = red_buf0[0]
            M[0] = red_buf1[0]
