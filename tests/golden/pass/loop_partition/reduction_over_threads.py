# check: pass LoopPartition
# A loop around a reduction over threads is not split.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        r = T.alloc_local((1,))
        for i in range(n):
            if T.likely(i < 4):
                A[0] = T.float32(0.0)
            with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
                T.tvm_thread_allreduce(T.uint32(1), A[tx], T.bool(True), r[0], tx)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 32)
        r = T.alloc_local((1,))
        for i in range(n):
            if i < 4:
                A[0] = T.float32(0.0)
            with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
                T.tvm_thread_allreduce(T.uint32(1), A[tx], T.bool(True), r[0], tx)
