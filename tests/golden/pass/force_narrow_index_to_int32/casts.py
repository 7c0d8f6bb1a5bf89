# check: pass ForceNarrowIndexToInt32
# Casts inside an index go, casts of data stay.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(64),), "float32")):
        for i in range(T.int64(64)):
            A[T.Cast("int64", T.Cast("int32", i))] = T.Cast("float32", i)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(64):
            A[i] = T.Cast("float32", i)
