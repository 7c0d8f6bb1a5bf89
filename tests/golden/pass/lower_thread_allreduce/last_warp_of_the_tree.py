# check: pass LowerThreadAllreduce
# defect: defect-divergent-warp-barrier
# text only: the text does not say the type of the call
# When one warp is left, its threads load before any of them stores, and wait only for each other.
# Shuffles do not move values of 8 bits.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int8"), B: T.Buffer((4,), "int8")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 4)
        r = T.alloc_local((1,), "int8")
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.int8(0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_thread_allreduce(T.uint32(1), A[tx], T.bool(True), r[0], tx)
        B[tx] = r[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int8"), B: T.Buffer((4,), "int8")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 4)
        red_buf0 = T.alloc_shared((4,), "int8", annotations={"tirx.volatile": True})
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.int8(0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_storage_sync("shared")
            red_buf0[tx] = A[tx]
            T.tvm_storage_sync("shared")
            if tx < 2:
                w_2_0: T.let[T.int8] = red_buf0[tx] + red_buf0[tx + 2]
                T.tvm_storage_sync("warp")
                red_buf0[tx] = w_2_0
                T.tvm_storage_sync("warp")
                w_1_0: T.let[T.int8] = red_buf0[tx] + red_buf0[tx + 1]
                T.tvm_storage_sync("warp")
                red_buf0[tx] = w_1_0
                T.tvm_storage_sync("warp")
            T.tvm_storage_sync("shared")
        B[tx] = red_buf0[0]
