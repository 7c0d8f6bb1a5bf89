# check: pass ForceNarrowIndexToInt32
# A variable that is bound to data keeps its type, also in an index.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(64),), "float32"), B: T.Buffer((T.int64(64),), "int8")):
        v: T.let[T.int8] = B[T.int64(0)]
        A[T.Cast("int64", v)] = T.float32(0.0)
        u = T.int8()
        A[T.Let(T.Cast("int64", u), where={u: B[T.int64(1)]})] = T.float32(1.0)
        for i in range(T.Cast("int64", v)):
            A[i] = T.float32(2.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "int8")):
        v: T.let[T.int8] = B[0]
        A[T.Cast("int32", v)] = T.float32(0.0)
        u = T.int8()
        A[T.Let(T.Cast("int32", u), where={u: B[1]})] = T.float32(1.0)
        for i in range(T.Cast("int32", v)):
            A[i] = T.float32(2.0)
