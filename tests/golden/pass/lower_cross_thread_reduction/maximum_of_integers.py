# check: pass LowerCrossThreadReduction
# The start value is the least number.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "int8"), B: T.Buffer((8,), "int8")):
        for i in range(8):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("B"):
                    vi, vk = T.axis.remap("SR", [i, tx])
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.int8(-128)
                    B[vi] = T.max(B[vi], A[vi, vk])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "int8"), B: T.Buffer((8,), "int8")):
        cross_thread_B = T.sblock_alloc_buffer((1,), "int8", strides=(1,), scope="local")
        for i in range(8):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("B_cross_thread"):
                    vi, vk = T.axis.remap("SR", [i, tx])
                    T.reads(A[vi, vk])
                    T.writes(cross_thread_B[0])
                    T.attr(T.comm_reducer(lambda x0, y0: T.max(x0, y0), [T.int8(-128)]), "reduce_scope", T.reinterpret("handle", T.uint64(0)))
                    T.tvm_thread_allreduce(T.uint32(1), A[vi, vk], T.bool(True), cross_thread_B[0], tx)
                with T.sblock("B_write_back"):
                    vi = T.axis.spatial(8, i)
                    T.where(tx == 0)
                    T.reads(cross_thread_B[0])
                    T.writes(B[vi])
                    B[vi] = cross_thread_B[0]
