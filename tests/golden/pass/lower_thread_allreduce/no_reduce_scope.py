# check: pass LowerThreadAllreduce
# Without a scope, the way to combine values is unknown.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 4)
        r = T.alloc_local((1,))
        T.tvm_thread_allreduce(T.uint32(1), A[tx], T.bool(True), r[0], tx)  # error: a reduction of 1 values needs a reduce_scope with as many results around it
