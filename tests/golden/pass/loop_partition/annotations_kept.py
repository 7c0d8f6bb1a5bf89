# check: pass LoopPartition
# config: s_tir.LoopPartition.partition_const_loop
# Each piece has the annotations of the loop, and stays a loop.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in T.serial(16, annotations={"k": 1}):
            if T.likely(i < 15):
                A[i] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in T.serial(15, annotations={"k": 1}):
            if T.bool(True):
                A[i] = T.float32(0.0)
        for i in T.serial(1, annotations={"k": 1}):
            if T.bool(False):
                A[i + 15] = T.float32(0.0)
