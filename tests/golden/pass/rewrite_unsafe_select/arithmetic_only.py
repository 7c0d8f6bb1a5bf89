# check: pass RewriteUnsafeSelect
# expect: unchanged
# Both sides may be computed. The address of an element is not an access.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "int32"), n: T.int32):
        for i in range(8):
            B[i] = T.Select(i < n, T.Select(i < 4, i, n - i), i * 2)
        T.call_extern("int32", "use", T.Select(n < 4, T.address_of(A[0]), T.address_of(A[4])))
