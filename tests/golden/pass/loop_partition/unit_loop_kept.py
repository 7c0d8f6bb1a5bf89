# check: pass LoopPartition
# config: s_tir.LoopPartition.partition_const_loop
# config: s_tir.LoopPartition.no_unroll_loop_with_extent_one
# A piece of one iteration stays a loop.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(16):
            if T.likely(i < 15):
                A[i] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(15):
            if T.bool(True):
                A[i] = T.float32(0.0)
        for i in range(1):
            if T.bool(False):
                A[i + 15] = T.float32(0.0)
