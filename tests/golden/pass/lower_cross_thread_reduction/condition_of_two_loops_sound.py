# check: pass LowerCrossThreadReduction
# mode: sound
# The condition says more than which values an axis has.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "int32"), Y: T.Buffer((4,), "int32")):
        # with T.sblock("root"):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("M"):
                    i, j = T.axis.remap("SR", [bx, tx])
                    T.where(tx < bx + 10)
                    T.reads(A[i, j])
                    T.writes(Y[i])
                    with T.init():
                        Y[i] = 0
                    Y[i] = Y[i] + A[i, j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "int32"), Y: T.Buffer((4,), "int32")):
        # with T.sblock("root"):
        cross_thread_Y = T.sblock_alloc_buffer((1,), "int32", strides=(1,), scope="local")
        in_thread_Y = T.sblock_alloc_buffer((1,), "int32", strides=(1,), scope="local")
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("M_in_thread_init"):
                    T.reads()
                    T.writes(in_thread_Y[0])
                    in_thread_Y[0] = 0
                with T.sblock("M_in_thread"):
                    i, j = T.axis.remap("SR", [bx, tx])
                    T.where(tx < bx + 10)
                    T.reads(A[i, j])
                    T.writes(in_thread_Y[0])
                    in_thread_Y[0] = in_thread_Y[0] + A[i, j]
                with T.sblock("M_cross_thread"):
                    T.reads(in_thread_Y[0])
                    T.writes(cross_thread_Y[0])
                    T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [0]), "reduce_scope", T.reinterpret("handle", T.uint64(0)))
                    T.tvm_thread_allreduce(T.uint32(1), in_thread_Y[0], T.bool(True), cross_thread_Y[0], tx)
                with T.sblock("M_write_back"):
                    i = T.axis.spatial(4, bx)
                    T.where(tx == 0)
                    T.reads(cross_thread_Y[0])
                    T.writes(Y[i])
                    Y[i] = cross_thread_Y[0]
