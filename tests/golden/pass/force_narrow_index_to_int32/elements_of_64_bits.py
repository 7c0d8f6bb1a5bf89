# check: pass ForceNarrowIndexToInt32
# Elements of 64 bits cannot be narrowed.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int64")):  # error: the buffer of a parameter, 'A', has elements of int64, which cannot be narrowed
        for i in range(16):
            A[i] = T.int64(0)
