# check: pass RemoveStoreUndefInternal
# expect: unchanged
# Nothing is undefined.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32"), n: T.int32):
        v: T.let[T.int32] = n + 1
        A[0] = v
