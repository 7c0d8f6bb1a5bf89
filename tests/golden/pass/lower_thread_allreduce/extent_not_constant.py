# check: pass LowerThreadAllreduce
# How many threads reduce must be known.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32, A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        r = T.alloc_local((1,))
        with T.launch_thread("threadIdx.x", n) as tx:
            with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
                T.tvm_thread_allreduce(T.uint32(1), A[tx], T.bool(True), r[0], tx)  # error: the extent of threadIdx.x around a reduction must be a constant, but it is n
            B[tx] = r[0]
