# check: pass RemoveStoreUndefInternal
# What depends on an undefined value goes; the empty branch is left to RemoveNoOp.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32"), n: T.int32):
        v: T.let[T.int32] = T.undef() + 1
        w: T.let[T.int32] = v * 2
        if n > 0:
            A[0] = w
        A[1] = 3

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32"), n: T.int32):
        if n > 0:
            T.evaluate(0)
        A[1] = 3
