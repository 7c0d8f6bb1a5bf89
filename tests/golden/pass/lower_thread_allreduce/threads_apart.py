# check: pass LowerThreadAllreduce
# text only: the text does not say the type of the call
# Threads of one column are not neighbors in a warp.
# report:
#   note: 6 threads reduce to 'r' through shared memory: the threads that reduce together are not neighbors; 4 groups do so side by side

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((24,), "float32"), B: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        ty = T.launch_thread("threadIdx.y", 6)
        tx = T.launch_thread("threadIdx.x", 4)
        r = T.alloc_local((1,))
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_thread_allreduce(T.uint32(1), A[ty * 4 + tx], T.bool(True), r[0], ty)
        if ty == 0:
            B[tx] = r[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((24,), "float32"), B: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        ty = T.launch_thread("threadIdx.y", 6)
        tx = T.launch_thread("threadIdx.x", 4)
        red_buf0 = T.alloc_shared((24,), annotations={"tirx.volatile": True})
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_storage_sync("shared")
            red_buf0[tx * 6 + ty] = A[ty * 4 + tx]
            T.tvm_storage_sync("shared")
            if ty < 2:
                red_buf0[tx * 6 + ty] = red_buf0[tx * 6 + ty] + red_buf0[tx * 6 + ty + 4]
            T.tvm_storage_sync("shared")
            if ty < 2:
                red_buf0[tx * 6 + ty] = red_buf0[tx * 6 + ty] + red_buf0[tx * 6 + ty + 2]
            T.tvm_storage_sync("shared")
            if ty < 1:
                red_buf0[tx * 6 + ty] = red_buf0[tx * 6 + ty] + red_buf0[tx * 6 + ty + 1]
            T.tvm_storage_sync("shared")
        if ty == 0:
            B[tx] = red_buf0[tx * 6]
