# check: pass LowerCrossThreadReduction
# Two values that depend on each other.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), P: T.Buffer((8,), "int32"), B: T.Buffer((8,), "float32")):
        for i, k in T.grid(8, 4):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("argmax"):
                    vi = T.axis.spatial(8, i)
                    vk = T.axis.reduce(128, k * 32 + tx)
                    T.reads(A[vi, vk])
                    T.writes(P[vi], B[vi])
                    with T.init():
                        P[vi] = -1
                        B[vi] = T.float32(-340282346638528859811704183484516925440.0)
                    p: T.let[T.int32] = T.Select(B[vi] >= A[vi, vk], P[vi], vk)
                    b: T.let[T.float32] = T.Select(B[vi] >= A[vi, vk], B[vi], A[vi, vk])
                    P[vi] = p
                    B[vi] = b

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), P: T.Buffer((8,), "int32"), B: T.Buffer((8,), "float32")):
        cross_thread_P = T.sblock_alloc_buffer((1,), "int32", strides=(1,), scope="local")
        cross_thread_B = T.sblock_alloc_buffer((1,), strides=(1,), scope="local")
        in_thread_P = T.sblock_alloc_buffer((1,), "int32", strides=(1,), scope="local")
        in_thread_B = T.sblock_alloc_buffer((1,), strides=(1,), scope="local")
        for i in range(8):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("argmax_in_thread_init"):
                    T.reads()
                    T.writes(in_thread_P[0], in_thread_B[0])
                    in_thread_P[0] = -1
                    in_thread_B[0] = T.float32(-340282346638528859811704183484516925440.0)
                for k in range(4):
                    with T.sblock("argmax_in_thread"):
                        vi = T.axis.spatial(8, i)
                        vk = T.axis.reduce(128, k * 32 + tx)
                        T.reads(A[vi, vk])
                        T.writes(in_thread_P[0], in_thread_B[0])
                        p: T.let[T.int32] = T.Select(in_thread_B[0] >= A[vi, vk], in_thread_P[0], vk)
                        b: T.let[T.float32] = T.Select(in_thread_B[0] >= A[vi, vk], in_thread_B[0], A[vi, vk])
                        in_thread_P[0] = p
                        in_thread_B[0] = b
                with T.sblock("argmax_cross_thread"):
                    T.reads(in_thread_P[0], in_thread_B[0])
                    T.writes(cross_thread_P[0], cross_thread_B[0])
                    T.attr(T.comm_reducer(lambda x0, x1, y0, y1: (T.Select(x1 >= y1, x0, y0), T.Select(x1 >= y1, x1, y1)), [-1, T.float32(-340282346638528859811704183484516925440.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0)))
                    T.tvm_thread_allreduce(T.uint32(2), in_thread_P[0], in_thread_B[0], T.bool(True), cross_thread_P[0], cross_thread_B[0], tx)
                with T.sblock("argmax_write_back"):
                    vi = T.axis.spatial(8, i)
                    T.where(tx == 0)
                    T.reads(cross_thread_P[0], cross_thread_B[0])
                    T.writes(P[vi], B[vi])
                    P[vi] = cross_thread_P[0]
                    B[vi] = cross_thread_B[0]
