# check: pass LoopPartition
# A loop with constant bounds only loses its mark.
# report:
#   note: the marks of likely conditions and the hints go; no loop is split

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for i in range(64):
            if T.likely(i < n):
                A[i] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for i in range(64):
            if i < n:
                A[i] = T.float32(0.0)
