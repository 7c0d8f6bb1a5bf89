# check: pass LowerThreadAllreduce
# The number of threads of the block does not fit in 64 bits.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        t0 = T.launch_thread("threadIdx.x", 2147483647)
        t1 = T.launch_thread("threadIdx.y", 2147483647)
        t2 = T.launch_thread("threadIdx.z", 2147483647)
        r = T.alloc_local((1,))
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_thread_allreduce(T.uint32(1), A[0], T.bool(True), r[0], t0)  # error: a block has at most 65536 threads, but the axes around the reduction have more
        B[0] = r[0]
