# check: pass PlanAndUpdateBufferAllocationLocation
# defect: defect-local-of-the-host
# As in TVM. The block reduces over threads, so its accumulator moves out of their loop, and out of the launch.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), Y: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock(""):
                T.reads(A[tx])
                T.writes(Y[0])
                sum_of_a_thread = T.sblock_alloc_buffer((1,), scope="local")
                with T.sblock("init"):
                    T.reads()
                    T.writes(sum_of_a_thread[0])
                    sum_of_a_thread[0] = T.float32(0.0)
                with T.sblock("sum"):
                    k = T.axis.reduce(50, tx)
                    T.where(tx < 50)
                    T.reads(A[k])
                    T.writes(sum_of_a_thread[0])
                    sum_of_a_thread[0] = sum_of_a_thread[0] + A[k]
                with T.sblock("write_back"):
                    T.where(tx == 0)
                    T.reads(sum_of_a_thread[0])
                    T.writes(Y[0])
                    Y[0] = sum_of_a_thread[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), Y: T.Buffer((1,), "float32")):
        # with T.sblock("root"):
        sum_of_a_thread = T.sblock_alloc_buffer((1,), scope="local")
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock(""):
                T.reads(A[tx])
                T.writes(Y[0])
                with T.sblock("init"):
                    T.reads()
                    T.writes(sum_of_a_thread[0])
                    sum_of_a_thread[0] = T.float32(0.0)
                with T.sblock("sum"):
                    k = T.axis.reduce(50, tx)
                    T.where(tx < 50)
                    T.reads(A[k])
                    T.writes(sum_of_a_thread[0])
                    sum_of_a_thread[0] = sum_of_a_thread[0] + A[k]
                with T.sblock("write_back"):
                    T.where(tx == 0)
                    T.reads(sum_of_a_thread[0])
                    T.writes(Y[0])
                    Y[0] = sum_of_a_thread[0]
