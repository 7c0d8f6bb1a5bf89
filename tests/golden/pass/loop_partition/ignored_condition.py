# check: pass LoopPartition
# config: s_tir.LoopPartition.partition_const_loop
# Conditions can be left out.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(16):
            if T.likely(T.ignore_loop_partition(i < 12)):
                A[i] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(16):
            if i < 12:
                A[i] = T.float32(0.0)
