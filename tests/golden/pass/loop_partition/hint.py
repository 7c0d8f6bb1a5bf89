# check: pass LoopPartition
# With a hint, ordinary conditions count. A piece of one iteration does not become a loop.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        i = T.int32()
        T.attr(i, "pragma_loop_partition_hint", 1)
        for i in range(8):
            if i == 0:
                A[i] = T.float32(0.0)
            else:
                A[i] = B[i - 1]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        if T.bool(True):
            A[0] = T.float32(0.0)
        else:
            A[0] = B[T.Sub(0, 1)]
        for i in range(7):
            if i + 1 == 0:
                A[i + 1] = T.float32(0.0)
            else:
                A[i + 1] = B[i + 1 - 1]
