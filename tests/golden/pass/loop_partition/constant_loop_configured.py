# check: pass LoopPartition
# config: s_tir.LoopPartition.partition_const_loop
# With the configuration, loops with constant bounds are split too.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(16):
            if T.likely(i < 12):
                A[i] = T.float32(0.0)
            else:
                A[i] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(12):
            if T.bool(True):
                A[i] = T.float32(0.0)
            else:
                A[i] = T.float32(1.0)
        for i in range(4):
            if T.bool(False):
                A[i + 12] = T.float32(0.0)
            else:
                A[i + 12] = T.float32(1.0)
