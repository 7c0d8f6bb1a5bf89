# check: pass LowerCrossThreadReduction
# defect: defect-dropped-predicate
# A predicate that is a single comparison is dropped, also where it does not depend on the reduction.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        for i, k in T.grid(8, 4):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("B"):
                    vi = T.axis.spatial(8, i)
                    vk = T.axis.reduce(128, k * 32 + tx)
                    T.where(i < 7)
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.float32(0.0)
                    B[vi] = B[vi] + A[vi, vk]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        cross_thread_B = T.sblock_alloc_buffer((1,), strides=(1,), scope="local")
        in_thread_B = T.sblock_alloc_buffer((1,), strides=(1,), scope="local")
        for i in range(8):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("B_in_thread_init"):
                    T.reads()
                    T.writes(in_thread_B[0])
                    in_thread_B[0] = T.float32(0.0)
                for k in range(4):
                    with T.sblock("B_in_thread"):
                        vi = T.axis.spatial(8, i)
                        vk = T.axis.reduce(128, k * 32 + tx)
                        T.where(i < 7)
                        T.reads(A[vi, vk])
                        T.writes(in_thread_B[0])
                        in_thread_B[0] = in_thread_B[0] + A[vi, vk]
                with T.sblock("B_cross_thread"):
                    T.reads(in_thread_B[0])
                    T.writes(cross_thread_B[0])
                    T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0)))
                    T.tvm_thread_allreduce(T.uint32(1), in_thread_B[0], T.bool(True), cross_thread_B[0], tx)
                with T.sblock("B_write_back"):
                    vi = T.axis.spatial(8, i)
                    T.where(tx == 0)
                    T.reads(cross_thread_B[0])
                    T.writes(B[vi])
                    B[vi] = cross_thread_B[0]
