# check: pass LoopPartition
# config: s_tir.LoopPartition.unroll_loop_with_partition_hint_no_interval
# With a hint and without an interval, the loop is unrolled.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        i = T.int32()
        T.attr(i, "pragma_loop_partition_hint", 1)
        for i, j in T.grid(2, 8):
            if 6 <= i * 4 + j:
                A[j] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in T.unroll(2):
            for j in range(8):
                if 6 <= i * 4 + j:
                    A[j] = T.float32(0.0)
