# check: pass LowerThreadAllreduce
# ill-formed before: a launch needs a thread
# Threads that do not exist cannot reduce.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        t0 = T.launch_thread("threadIdx.x", 0)
        r = T.alloc_local((1,))
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_thread_allreduce(T.uint32(1), A[0], T.bool(True), r[0], t0)  # error: the extent of threadIdx.x around a reduction must be at least 1, but it is 0
        B[0] = r[0]
