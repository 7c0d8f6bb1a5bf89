# check: pass InjectVirtualThread
# mode: sound
# Each instance has its own result of the reduction.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((2,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        vt = T.launch_thread("vthread", 2)
        r = T.alloc_local((1,))
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_thread_allreduce(T.uint32(1), A[vt * 32 + tx], T.bool(True), r[0], tx)
        B[vt] = r[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((2,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        r = T.alloc_local((2,))
        r_1 = T.Buffer((1,), data=r.data, scope="local")
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_thread_allreduce(T.uint32(1), A[T.Mul(0, 32) + tx], T.bool(True), r_1[0], tx)
            T.tvm_thread_allreduce(T.uint32(1), A[T.Mul(1, 32) + tx], T.bool(True), r_1[1], tx)
        B[0] = r_1[0]
        B[1] = r_1[1]
