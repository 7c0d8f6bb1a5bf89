# check: pass LowerThreadAllreduce
# text only: the text does not say the type of the call
# A target without shuffles: values pass through shared memory, with barriers between the steps.
# report:
#   note: 8 threads reduce to 'r' through shared memory: the target opencl has no shuffles

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        T.func_attr({"target": T.target({"keys": ["opencl", "gpu"], "kind": "opencl", "max_num_threads": 256, "tag": "", "thread_warp_size": 1})})
        tx = T.launch_thread("threadIdx.x", 8)
        r = T.alloc_local((1,))
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_thread_allreduce(T.uint32(1), A[tx], T.bool(True), r[0], tx)
        B[tx] = r[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        T.func_attr({"target": T.target({"keys": ["opencl", "gpu"], "kind": "opencl", "max_num_threads": 256, "tag": "", "thread_warp_size": 1})})
        tx = T.launch_thread("threadIdx.x", 8)
        red_buf0 = T.alloc_shared((8,), annotations={"tirx.volatile": True})
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_storage_sync("shared")
            red_buf0[tx] = A[tx]
            T.tvm_storage_sync("shared")
            if tx < 4:
                red_buf0[tx] = red_buf0[tx] + red_buf0[tx + 4]
            T.tvm_storage_sync("shared")
            if tx < 2:
                red_buf0[tx] = red_buf0[tx] + red_buf0[tx + 2]
            T.tvm_storage_sync("shared")
            if tx < 1:
                red_buf0[tx] = red_buf0[tx] + red_buf0[tx + 1]
            T.tvm_storage_sync("shared")
        B[tx] = red_buf0[0]
