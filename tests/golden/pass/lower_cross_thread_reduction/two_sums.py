# check: pass LowerCrossThreadReduction
# Sum and sum of squares in one pass.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32"), Q: T.Buffer((8,), "float32")):
        for i in range(8):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("sums"):
                    vi, vk = T.axis.remap("SR", [i, tx])
                    T.reads(A[vi, vk])
                    T.writes(B[vi], Q[vi])
                    with T.init():
                        B[vi] = T.float32(0.0)
                        Q[vi] = T.float32(0.0)
                    B[vi] = B[vi] + A[vi, vk]
                    Q[vi] = Q[vi] + A[vi, vk] * A[vi, vk]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32"), Q: T.Buffer((8,), "float32")):
        cross_thread_B = T.sblock_alloc_buffer((1,), strides=(1,), scope="local")
        cross_thread_Q = T.sblock_alloc_buffer((1,), strides=(1,), scope="local")
        for i in range(8):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("sums_cross_thread"):
                    vi, vk = T.axis.remap("SR", [i, tx])
                    T.reads(A[vi, vk])
                    T.writes(cross_thread_B[0], cross_thread_Q[0])
                    T.attr(T.comm_reducer(lambda x0, x1, y0, y1: (x0 + y0, x1 + y1), [T.float32(0.0), T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0)))
                    T.tvm_thread_allreduce(T.uint32(2), A[vi, vk], A[vi, vk] * A[vi, vk], T.bool(True), cross_thread_B[0], cross_thread_Q[0], tx)
                with T.sblock("sums_write_back"):
                    vi = T.axis.spatial(8, i)
                    T.where(tx == 0)
                    T.reads(cross_thread_B[0], cross_thread_Q[0])
                    T.writes(B[vi], Q[vi])
                    B[vi] = cross_thread_B[0]
                    Q[vi] = cross_thread_Q[0]
