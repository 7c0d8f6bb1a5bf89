# check: pass LowerCrossThreadReduction
# The buffers belong to the block around the loops.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("row"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi, 0:128])
                T.writes(B[vi])
                for tx in T.thread_binding(128, thread="threadIdx.x"):
                    with T.sblock("B"):
                        vk = T.axis.reduce(128, tx)
                        T.reads(A[vi, vk])
                        T.writes(B[vi])
                        with T.init():
                            B[vi] = T.float32(0.0)
                        B[vi] = B[vi] + A[vi, vk]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("row"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi, 0:128])
                T.writes(B[vi])
                cross_thread_B = T.sblock_alloc_buffer((1,), strides=(1,), scope="local")
                for tx in T.thread_binding(128, thread="threadIdx.x"):
                    with T.sblock("B_cross_thread"):
                        vk = T.axis.reduce(128, tx)
                        T.reads(A[vi, vk])
                        T.writes(cross_thread_B[0])
                        T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [T.float32(0.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0)))
                        T.tvm_thread_allreduce(T.uint32(1), A[vi, vk], T.bool(True), cross_thread_B[0], tx)
                    with T.sblock("B_write_back"):
                        T.where(tx == 0)
                        T.reads(cross_thread_B[0])
                        T.writes(B[vi])
                        B[vi] = cross_thread_B[0]
