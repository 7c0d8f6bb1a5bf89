# check: pass BF16ComputeLegalize
# The function that combines two values of a reduction is retyped with them.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((32,), "bfloat16", data=A_ptr)
        with T.launch_thread("threadIdx.x", 32) as threadIdx_x:
            total = T.alloc_local((1,), "bfloat16")
            with T.attr(T.comm_reducer(lambda x, y: x + y, [T.bfloat16(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
                T.tvm_thread_allreduce(T.uint32(1), A[threadIdx_x], T.bool(True), total[0], threadIdx_x)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((32,), "bfloat16", data=A_ptr)
        with T.launch_thread("threadIdx.x", 32) as threadIdx_x:
            total = T.alloc_local((1,))
            with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
                T.tvm_thread_allreduce(T.uint32(1), T.reinterpret("float32", T.shift_left(T.Cast("uint32", T.reinterpret("uint16", A[threadIdx_x])), T.uint32(16))), T.bool(True), total[0], threadIdx_x)
