# check: pass LoopPartition
# As in TVM, a single iteration of a 64-bit loop is refused: its number would be an int32.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        i = T.int64()
        T.attr(i, "pragma_loop_partition_hint", 1)
        for i in range(T.int64(16)):  # error: the loop over 'i' of type int64 becomes a single iteration, whose number has the type int32
            if i < T.int64(15):
                A[i] = T.float32(0.0)
