# check: pass LowerCrossThreadReduction
# The result has no dimension.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((), "float32")):
        for tx in T.thread_binding(128, thread="threadIdx.x"):
            with T.sblock("B"):
                vk = T.axis.reduce(128, tx)
                T.reads(A[0, vk])
                T.writes(B[()])
                with T.init():
                    B[()] = T.float32(1.0)
                B[()] = B[()] * A[0, vk]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((), "float32")):
        cross_thread_B = T.sblock_alloc_buffer((1,), strides=(1,), scope="local")
        for tx in T.thread_binding(128, thread="threadIdx.x"):
            with T.sblock("B_cross_thread"):
                vk = T.axis.reduce(128, tx)
                T.reads(A[0, vk])
                T.writes(cross_thread_B[0])
                T.attr(T.comm_reducer(lambda x0, y0: x0 * y0, [T.float32(1.0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0)))
                T.tvm_thread_allreduce(T.uint32(1), A[0, vk], T.bool(True), cross_thread_B[0], tx)
            with T.sblock("B_write_back"):
                T.where(tx == 0)
                T.reads(cross_thread_B[0])
                T.writes(B[()])
                B[()] = cross_thread_B[0]
