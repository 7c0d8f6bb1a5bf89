# check: pass PointerValueTypeRewrite
# A binding of a pointer says what it points to.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32")):
        p: T.let[T.handle] = T.address_of(A[0])  # error: the type of the pointer 'p' does not say what it points to
        T.evaluate(p)
