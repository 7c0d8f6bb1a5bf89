# check: pass LowerCrossThreadReduction
# Every thread has the result, but only one needs to store it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        L = T.sblock_alloc_buffer((8,), scope="local")
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("sum"):
                    vi, vk = T.axis.remap("SR", [i, tx])
                    T.reads(A[vi, vk])
                    T.writes(L[vi])
                    with T.init():
                        L[vi] = T.float32(0.0)
                    L[vi] = L[vi] + A[vi, vk]
            with T.sblock("use"):
                vi = T.axis.spatial(8, i)
                T.reads(L[vi])
                T.writes(B[vi])
                B[vi] = L[vi] + T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        L = T.sblock_alloc_buffer((8,), scope="local")
        cross_thread_L = T.sblock_alloc_buffer((1,), strides=(1,), scope="local")
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("sum_cross_thread"):
                    vi, vk = T.axis.remap("SR", [i, tx])
                    T.reads(A[vi, vk])
                    T.writes(cross_thread_L[0])
                    T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0)))
                    T.tvm_thread_allreduce(T.uint32(1), A[vi, vk], T.bool(True), cross_thread_L[0], tx)
                with T.sblock("sum_write_back"):
                    vi = T.axis.spatial(8, i)
                    T.reads(cross_thread_L[0])
                    T.writes(L[vi])
                    L[vi] = cross_thread_L[0]
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("use"):
                    vi = T.axis.spatial(8, i)
                    T.where(tx == 0)
                    T.reads(L[vi])
                    T.writes(B[vi])
                    B[vi] = L[vi] + T.float32(1.0)
