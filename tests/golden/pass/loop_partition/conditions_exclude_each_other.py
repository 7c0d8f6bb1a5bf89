# check: pass LoopPartition
# config: s_tir.LoopPartition.partition_const_loop
# Where both conditions are true is nowhere: the loop is split where both are false, then again.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(16):
            if T.likely(i < 2):
                A[i] = T.float32(0.0)
            if T.likely(i > 13):
                A[i] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(2):
            if T.bool(True):
                A[i] = T.float32(0.0)
            if T.bool(False):
                A[i] = T.float32(1.0)
        for i in range(12):
            if T.bool(False):
                A[i + 2] = T.float32(0.0)
            if T.bool(False):
                A[i + 2] = T.float32(1.0)
        for i in range(2):
            if T.bool(False):
                A[i + 14] = T.float32(0.0)
            if T.bool(True):
                A[i + 14] = T.float32(1.0)
